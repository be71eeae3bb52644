import assert from 'node:assert/strict';
import { hour, second } from '#contract/durations.ts';
import type { DeskAnswerOf } from '#contract/desk/endpoints.ts';
import type { Problem } from '#contract/problems.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { deskOf, type Person } from './open-test-desk.ts';
import type { TestShop } from './open-test-shop.ts';
import { uniqueTexts } from './work-at-desk.ts';

type Call = <Body>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Body>;

/**
 * Work on orders by a person who may do everything at the desk. `call`: calls the desk as that person; paths are relative to
 * /api/desk.
 */
export function workOnOrders(call: Call) {
  const pathOf = (number: string, position: number) => `lines/${number}/${position}`;
  return {
    async start(number: string, position = 1): Promise<void> {
      const lines = [{ number, position }];
      const { refused } = await call<DeskAnswerOf<'startLines'>>('POST', 'lines/start', { lines });
      if (refused[0]) throw new ProblemReply(409, refused[0].why);
    },
    async ask(number: string, text: string, position = 1): Promise<void> {
      await call('POST', `${pathOf(number, position)}/ask`, { text });
    },
    /**
     * Writes a line's texts and requests their delivery, which takes place ten seconds later, whatever the checks find. `texts`:
     * by the label of the work sheet's field; other fields get unique texts.
     */
    async deliver(number: string, position: number, texts: Record<string, string>): Promise<void> {
      const path = pathOf(number, position);
      const line = await call<DeskAnswerOf<'showLine'>>('GET', path);
      const pieces = uniqueTexts(line).map((piece, index) => ({
        ...piece,
        text: texts[line.sheet.pieces[index]!.label] ?? piece.text,
      }));
      const draft = { pieces, message: '', basedOn: line.draft?.revision ?? 0 };
      const { revision } = await call<DeskAnswerOf<'saveDraft'>>('POST', `${path}/draft`, draft);
      const { checks } = await call<DeskAnswerOf<'checkWork'>>('POST', `${path}/check`, { pieces });
      const failed = [...checks.filter(({ ok }) => ok === 'no').map(({ key }) => key), 'reader'];
      const reasons = Object.fromEntries(failed.map((key) => [key, 'Agreed with the customer.']));
      await call('POST', `${path}/deliver`, { basedOn: revision, reasons });
    },
  };
}

/**
 * An owner who works on a shop's orders at its desk. The shop needs the setting `DESK: 'on'`. The owner joins at the first call.
 * A rejected call throws its ProblemReply.
 */
export function openTestTeam(shop: TestShop) {
  const desk = deskOf(shop);
  let owner: Person | undefined;
  let usedAt = 0;
  const work = workOnOrders(async <Body>(method: 'GET' | 'POST', path: string, body?: object) => {
    const now = shop.now().getTime();
    if (!owner) owner = await desk.join('owner');
    // a session ends after two hours without a call
    else if (now - usedAt > hour) owner = { ...owner, cookie: await desk.logIn(owner) };
    usedAt = now;
    const { cookie } = owner;
    const answer = await desk.call<Body & Problem>(method, path, { cookie, ...(body ? { body } : {}) });
    if (answer.status >= 300 && answer.status < 500)
      throw new ProblemReply(answer.status, answer.body.detail ?? answer.body.title);
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  });
  return {
    ...work,
    /** Writes a line's texts and delivers them, and passes the time to undo. */
    async deliver(number: string, position = 1, texts: Record<string, string> = {}): Promise<void> {
      await work.deliver(number, position, texts);
      shop.pass(11 * second);
      await shop.app.jobs.drain();
    },
  };
}
