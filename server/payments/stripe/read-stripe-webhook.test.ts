import assert from 'node:assert/strict';
import test from 'node:test';
import Stripe from 'stripe';
import { readStripeWebhook } from './read-stripe-webhook.ts';

const now = new Date('2026-11-22T12:00:00Z');
const created = now.getTime() / 1000 - 60;
const session = { object: 'checkout.session', id: 'cs_1', metadata: { attempt: 'attempt-1' } };
const event = (object: unknown, change: object = {}) => ({
  id: 'evt_1',
  type: 'a.thing.happened',
  created,
  livemode: false,
  data: { object },
  ...change,
});

type Signing = { secondsOff?: number; secret?: string };
function sign(body: string, { secondsOff = 0, secret = 'whsec_new' }: Signing = {}): string {
  const timestamp = now.getTime() / 1000 + secondsOff;
  return Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
}
const read = (body: string, signature: unknown, livemode = false) =>
  readStripeWebhook(Buffer.from(body), signature, { secrets: ['whsec_old', 'whsec_new'], livemode, now });
const readSigned = (said: unknown, signing?: Signing) => {
  const body = JSON.stringify(said);
  return read(body, sign(body, signing));
};
const refused = (message: string) => ({ name: 'WebhookRefused', message });

test('reads the event id and the payment from a webhook event', () => {
  for (const [object, ref] of [
    [session, 'cs_1'],
    [{ object: 'checkout.session', metadata: { attempt: 'attempt-1' } }, null],
    [{ object: 'refund', id: 're_1', payment_intent: 'pi_1' }, 'pi_1'],
    [{ object: 'charge', id: 'ch_1', payment_intent: 'pi_2' }, 'pi_2'],
    [{ object: 'dispute', id: 'dp_1', payment_intent: 'pi_3' }, 'pi_3'],
    [{ object: 'dispute', id: 'dp_1', payment_intent: { id: 'pi_4' } }, 'pi_4'],
    [{ object: 'charge', id: 'ch_1', payment_intent: null }, null],
    [{ object: 'charge', id: 'ch_1' }, null],
  ] as const)
    assert.deepEqual(
      readSigned(event(object)),
      {
        eventId: 'evt_1',
        type: 'a.thing.happened',
        ref,
        payload: { id: 'evt_1', type: 'a.thing.happened', created, ref },
      },
      JSON.stringify(object),
    );
  for (const object of [
    { object: 'customer', id: 'cus_1', payment_intent: 'pi_1' },
    { object: 'checkout.session', id: 'cs_other', metadata: { invoice: '17' } },
    { object: 'checkout.session', id: 'cs_other', metadata: null },
    {},
  ])
    assert.equal(readSigned(event(object)), undefined, JSON.stringify(object));
});

test('accepts a signature up to five minutes old or early, with either secret', () => {
  const late = 'The signature doesn’t match or is too old.';
  const early = 'The webhook event has a timestamp in the future.';
  for (const secret of ['whsec_old', 'whsec_new'])
    for (const secondsOff of [-300, 0, 300])
      assert.equal(readSigned(event(session), { secret, secondsOff })?.ref, 'cs_1');
  assert.throws(() => readSigned(event(session), { secondsOff: -301 }), refused(late));
  assert.throws(() => readSigned(event(session), { secondsOff: 301 }), refused(early));
  const forge = () => readSigned(event(session), { secret: 'whsec_other' });
  assert.throws(forge, refused(late));
  assert.throws(forge, ({ cause }: Error) => cause instanceof Stripe.errors.StripeSignatureVerificationError);
});

test('rejects a missing signature, or one without exactly one numeric timestamp', () => {
  const body = JSON.stringify(event(session));
  for (const signature of [undefined, ['t=1,v1=x']])
    assert.throws(() => read(body, signature), refused('The signature is missing.'));
  const [time = '', proof = ''] = sign(body).split(',');
  assert.equal(read(body, `${proof},${time}`)?.ref, 'cs_1', 'in whichever order');
  assert.throws(
    () => read(body, `${time}x,${proof}`),
    refused('The webhook event has a timestamp in the future.'),
  );
});

test('refuses a signed body that is not an event', () => {
  const about = { data: undefined };
  for (const body of [
    '{"id":',
    'null',
    '[]',
    JSON.stringify(event(null)),
    JSON.stringify(event('cs_1')),
    ...[about, { id: 1 }, { id: undefined }, { type: undefined }, { created: 'now' }, { livemode: null }].map(
      (change) => JSON.stringify(event(session, change)),
    ),
  ])
    assert.throws(() => read(body, sign(body)), refused('The webhook event couldn’t be read.'), body);
});

test('refuses an event of the other mode', () => {
  const live = JSON.stringify(event(session, { livemode: true }));
  const tested = JSON.stringify(event(session));
  assert.equal(read(live, sign(live), true)?.ref, 'cs_1');
  assert.throws(() => read(live, sign(live)), refused('The webhook event is in live mode.'));
  assert.throws(() => read(tested, sign(tested), true), refused('The webhook event is in test mode.'));
});
