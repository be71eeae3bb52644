import type { DeskLine } from '#contract/desk/work.ts';
import { openFakeAuthenticator } from '#test/server/fake-authenticator.ts';
import { workOnOrders } from '#test/server/open-test-team.ts';
import { deskUrl } from './desk-people.ts';
import { operate } from './operate.ts';
import { type Shop, waitFor } from './shop.ts';

/** A new owner of the running shop, who works on its orders with the desk's calls. */
export async function openTeam(shop: Shop) {
  const { origin } = new URL(deskUrl(shop));
  let cookie = '';
  async function call<Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body> {
    const answer = await fetch(`${origin}/api/desk/${path}`, {
      method,
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        'x-desk': '1',
        cookie,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  }
  const [link = ''] = (await operate(shop, 'staff', 'invite', 'owner')).split('\n');
  const code = new URL(link).hash.slice(1);
  const asked = await call<{ id: string; publicKey: Record<string, unknown> }>('POST', 'welcome/options', {
    code,
  });
  const response = openFakeAuthenticator(origin).register(asked);
  const passkey = { id: asked.id, response, label: 'Laptop' };
  await call('POST', 'welcome', {
    code,
    name: 'Olive Tanner',
    email: `${crypto.randomUUID()}@example.com`,
    passkey,
  });

  const work = workOnOrders(call);
  return {
    ...work,
    /** Writes a line's texts, delivers them, and waits until the time to undo is over. */
    async deliver(number: string, position = 1, texts: Record<string, string> = {}): Promise<void> {
      const versions = async () =>
        (await call<DeskLine>('GET', `lines/${number}/${position}`)).versions.length;
      const before = await versions();
      await work.deliver(number, position, texts);
      await waitFor('the delivery', async () => ((await versions()) > before ? true : undefined));
    },
  };
}
