import { exampleNumbers, type ExampleFacts } from './example-facts.ts';

type Payload = Record<string, string | number>;
/**
 * An example of an email. `kind`: the job's kind without its prefix. `variant`: distinguishes examples of one kind. `change`:
 * values that differ from the example order's.
 */
export type EmailExample = {
  kind: string;
  variant?: string;
  name?: string;
  to: 'customer' | 'team';
  payload: Payload;
  change?: (facts: ExampleFacts) => object;
};

const { order, deposit, ticket } = exampleNumbers;
const id = '00000000-0000-4000-8000-000000000000';
const at = '2026-01-15T15:00:00.000Z';
const number = { number: order };
const customer = (
  kind: string,
  payload: Payload,
  more: Omit<EmailExample, 'kind' | 'payload' | 'to'> = {},
): EmailExample => ({ kind, to: 'customer', payload, ...more });
const team = (
  kind: string,
  payload: Payload,
  more: Omit<EmailExample, 'kind' | 'payload' | 'to'> = {},
): EmailExample => ({ kind, to: 'team', payload, ...more });

const work = (move: string, name: string, change?: EmailExample['change'], version = 0): EmailExample =>
  customer(
    'work',
    { number: order, position: 1, move, at, version },
    { variant: move, name, ...(change ? { change } : {}) },
  );
const payment = (about: string, name: string, difference = 0): EmailExample =>
  customer(
    'payment',
    { attemptId: id, about, difference },
    {
      variant: about,
      name,
      change: () => ({ status: about === 'over' || about === 'paid' ? 'paid' : 'awaitingPayment' }),
    },
  );
const refund = (about: string, name: string): EmailExample =>
  customer(
    'refund',
    { refundId: id, about },
    {
      variant: about.replace('aboveLimit', 'above-limit'),
      name,
      change: () => ({ reason: 'Sorry for the wait' }),
    },
  );
const aConversation = { number: exampleNumbers.ticket, position: null, due_on: null, due_from: at };
const notice = (kind: string, name: string, change: object = {}): EmailExample =>
  team(
    'staff-notices',
    { staffId: '1', at: Date.parse(at) },
    { variant: kind, name, change: () => ({ kind, ...change }) },
  );
const dispute = { disputeId: '1', ofOrder: 5_000, ofBalance: 0, isDelivered: 0, step: 1 };
const isOpen = () => ({ status: 'open', reason: 'fraudulent' });

/** An example of every email that the shop sends, in the order in which a customer gets them. */
export const emailExamples: readonly EmailExample[] = [
  customer('confirm-address', { codeId: id }),
  customer('already-registered', { customerId: '1', letterId: id }),
  customer('reset-code', { codeId: id }),
  customer('new-email-code', { codeId: id }),
  customer('email-change-asked', { codeId: id }),
  customer('email-changed', { former: id }),
  customer('password-changed', { customerId: '1', letterId: id, at }),
  customer('new-sign-in', { sessionId: id }),
  customer('session-stolen', { sessionId: id }),
  customer('order-placed', number),
  customer('order-reminder', number),
  customer('order-receipt', number),
  payment('processing', 'Payment being processed'),
  payment('failed', 'Payment failed'),
  payment('short', 'Payment too small', 1_000),
  payment('over', 'Payment too large', 1_000),
  payment('paid', 'Payment for an order that was already paid'),
  payment('expired', 'Payment after the deadline'),
  payment('cancelled', 'Payment for a canceled order'),
  customer('deposit-credited', { number: deposit }),
  customer(
    'adjustment',
    { source: id, customerId: '1', direction: 'credit', amount: 2_000 },
    {
      change: () => ({ reason: 'Sorry for the wait' }),
    },
  ),
  work('start', 'Work has started'),
  work('ask', 'Question'),
  work('resume', 'Work has resumed', () => ({ reason: 'In 1912.' })),
  customer(
    'due-moved',
    { number: order, position: 1, from: '2026-01-20', to: '2026-01-22' },
    { change: () => ({ expected_on: '2026-01-22', move_reason: 'Two of our writers are out sick.' }) },
  ),
  work('report', 'Automatic part is ready'),
  work('deliver', 'Delivery', undefined, 1),
  work('improve', 'Improved version', undefined, 2),
  customer('review-reminder', { number: order, position: 1, version: 1, days: 2 }),
  customer(
    'changes',
    { number: order, position: 1, at },
    {
      change: ({ due_on: due }) => ({ reason: 'A little calmer, please.', revise_by: due }),
    },
  ),
  work('lapse', 'Accepted automatically'),
  customer('handed-over', { number: order, position: 1, to: 'customer' }, { variant: 'customer' }),
  customer('order-answer', { message: '1' }, { change: () => ({ text: 'It will be ready tomorrow.' }) }),
  customer('ticket-received', { number: ticket }),
  refund('balance', 'Refund to the balance'),
  refund('card', 'Refund to the original payment method'),
  refund('aboveLimit', 'Refund to the original payment method because the balance has reached its limit'),
  refund('failed', 'Failed refund to the original payment method'),
  customer('dispute-to-customer', { ...dispute, about: 'open' }, { change: isOpen }),
  customer('virus-customer', { file: id }, { change: () => ({ name: 'menu.pdf' }) }),

  team('order-brief', number),
  { ...work('answer', 'Answer to a question', () => ({ reason: 'In 1912.' })), to: 'team' },
  { ...work('revise', 'Requested changes', () => ({ reason: 'A little calmer, please.' })), to: 'team' },
  { ...work('accept', 'Accepted by the customer'), to: 'team' },
  team(
    'handed-over',
    { number: order, position: 1, to: 'operator' },
    { variant: 'operator', name: 'Automatic delivery passed to the team (operator’s copy)' },
  ),
  team('order-message', { message: '1' }, { change: () => ({ text: 'When will it be ready?' }) }),
  team('ticket-copy', { number: ticket }, { change: () => ({ message: 'Do you write menus?' }) }),
  team('dispute-to-operator', { ...dispute, about: 'open' }, { change: isOpen }),
  team('virus-team', { file: id, to: '0' }, { change: () => ({ name: 'menu.pdf' }) }),
  team('attempt-alert', { reason: 'slow', attemptId: id, day: '2026-01-15' }),
  team('orphan-alert', { provider: 'stripe', ref: 'example', eventId: 'example' }),
  team('money-audit', { day: '2026-01-15', part: 'books', findings: 'An example of a finding', more: 0 }),
  team('job-trouble', { kind: 'payment.poll', day: '2026-01-15' }),
  team('file-strays', { day: '2026-01-15', findings: 'An example of a finding' }),
  team('audit-anchor', { place: '8112', hash: '0'.repeat(64), findings: '' }),
  team('approved-alone', { approval: '1' }),
  team(
    'approval-decided',
    { approval: '1' },
    {
      change: () => ({
        status: 'declined',
        decider: 'Theo Park',
        decision: 'They were refunded last week.',
      }),
    },
  ),
  team(
    'staff',
    { staffId: '1', what: 'newLogin', about: id },
    { variant: 'new-login', name: 'New login to the desk' },
  ),
  team(
    'staff',
    { staffId: '1', what: 'wayChanged', about: id },
    { variant: 'way-changed', name: 'Login methods changed' },
  ),
  notice('assigned', 'Work assigned'),
  notice('returned', 'Text returned with a note'),
  notice('revision', 'Revision requested for assigned work'),
  notice('answer', 'Customer’s answer about assigned work'),
  notice('late', 'Assigned work is due soon or overdue'),
  notice('conversation', 'Conversation assigned', aConversation),
  notice('message', 'Message in an assigned conversation', aConversation),
  team('staff-returned', { to: '1', staffId: '1', about: id }),
  team('staff-recovery', { staffId: '1', about: id }),
];
