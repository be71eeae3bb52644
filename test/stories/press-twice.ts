import type { CDPSession, Locator, Page } from 'playwright-core';

/**
 * How a control is pressed twice. `gap`: milliseconds between the presses. `slower`: factor by which the processor is slowed
 * down.
 */
export type TwoPresses = { by: 'mouse' | 'touch' | 'Enter'; gap: number; slower: number };

const sessions = new WeakMap<Page, Promise<CDPSession>>();
function sessionOf(page: Page): Promise<CDPSession> {
  const open = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, open);
  return open;
}

/** Presses a control twice as a person does: at the same place, without waiting for the effect of the first press. */
export async function pressTwice(control: Locator, { by, gap, slower }: TwoPresses): Promise<void> {
  const page = control.page();
  const client = await sessionOf(page);
  await control.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await control.boundingBox())!;
  const place = { x: x + width / 2, y: y + height / 2 };
  if (by === 'Enter') await control.focus();
  if (by === 'mouse') await client.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place });
  await client.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const press = async () => {
    if (by === 'Enter') {
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
      await Promise.all([
        client.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key }),
        client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
      ]);
    } else if (by === 'touch')
      await Promise.all([
        client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] }),
        client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
      ]);
    else {
      const button = { button: 'left', clickCount: 1, ...place } as const;
      await Promise.all([
        client.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button }),
        client.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button }),
      ]);
    }
  };
  // a document that has been left no longer answers events
  let leave = () => {};
  const left = new Promise<void>((resolve) => (leave = resolve));
  page.once('domcontentloaded', leave);
  // doesn't wait, because the page answers an event only after it has handled it
  const first = press();
  if (gap > 0) await new Promise((resolve) => void setTimeout(resolve, gap));
  const answered = Promise.all([first, press()]);
  answered.catch(() => {});
  await Promise.race([answered, left]);
  page.off('domcontentloaded', leave);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

/** Counts the requests that change something, by their path. */
export function countActs(page: Page): { of: (path: RegExp) => number } {
  const acts: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') acts.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return { of: (path) => acts.filter((act) => path.test(act)).length };
}
