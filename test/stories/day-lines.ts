import assert from 'node:assert/strict';
import type { DeskLine } from '#contract/desk/work.ts';
import type { Hands, Task } from './day-hands.ts';
import { demoLine, keyOf, type Line, type Lines, textFor } from './day-orders.ts';

const showLine = (hands: Hands, url: string) =>
  hands.page.evaluate(
    async (path) => (await (await fetch(path, { headers: { 'x-desk': '1' } })).json()) as DeskLine,
    `/api/desk${url}`,
  );
const tag = (hands: Hands, words: string) => hands.page.locator('.tag', { hasText: words }).first().waitFor();

type Opened = { line: Line; found: DeskLine };

/** The line that is open, or that N opens; undefined when there is no task. */
async function openLine(hands: Hands, lines: Lines): Promise<Opened | undefined> {
  const task: Task = { kind: 'line', keys: 0 };
  const url = await hands.next(() => task);
  if (url === undefined) return undefined;
  assert.match(url, /^\/lines\//);
  const found = await showLine(hands, url);
  const line = lines.get(keyOf(found)) ?? demoLine(found);
  lines.set(keyOf(line), line);
  line.task.keys += task.keys;
  hands.task = line.task;
  const { page } = hands;
  await page.getByRole('main').getByText(line.number).first().waitFor();
  await page.locator('textarea[id^="piece-"]').first().waitFor();
  return { line, found };
}

async function answerPoints(hands: Hands, points: number): Promise<void> {
  const { page } = hands;
  await hands.press('p');
  for (let point = 1; point <= points; point += 1) {
    await hands.press('Space');
    await hands.press('Enter');
    const left = points - point;
    await page
      .getByText(
        left === 0
          ? 'All requested changes are answered.'
          : `${left} of ${points} requested changes still ${left === 1 ? 'needs' : 'need'} an answer.`,
      )
      .waitFor();
    await page.waitForFunction(
      (isLast) =>
        isLast
          ? document.activeElement?.id === 'points'
          : document.activeElement?.matches('input[type=radio]'),
      left === 0,
    );
  }
}

/** Writes or revises the next line, and submits it for review. Returns whether there was a line. */
export async function write(hands: Hands, lines: Lines): Promise<boolean> {
  const opened = await openLine(hands, lines);
  if (opened) await writeOpened(hands, opened);
  return opened !== undefined;
}

async function writeOpened(hands: Hands, { line, found }: Opened): Promise<void> {
  const { page } = hands;
  assert.notEqual(line.state, 'to check', `${keyOf(line)} came to a writer`);
  await hands.paste(textFor(found));
  // a preview appears first if the text would replace another one
  const fill = page.getByRole('button', { name: /^Fill in \d+ of/ });
  const filled = page.getByText('Every piece has text.');
  if (found.draft?.pieces.some(({ text }) => text !== '')) {
    await fill.waitFor();
    await hands.press('Enter');
  }
  await filled.waitFor();
  if (line.state === 'to revise') {
    await answerPoints(hands, line.points);
    line.points = 0;
  } else if (line.hasFile) {
    await hands.press('f');
    await hands.chooseFile({
      name: 'sheet.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('loaf,price\nrye,4\n'),
    });
    await page.getByRole('button', { name: 'Download sheet.csv' }).waitFor();
  }
  await hands.leave('Control+Shift+Enter');
  line.state = 'to check';
}

/**
 * Reviews a submitted text: asks the customer once if a question is planned, and then delivers. `isLast`: doesn't open the next
 * task. When the reviewer's own line is due, it comes first and is revised instead.
 */
export async function check(hands: Hands, lines: Lines, isLast: boolean): Promise<void> {
  const opened = (await openLine(hands, lines)) ?? assert.fail('the chief got nothing');
  const { line, found } = opened;
  const { page } = hands;
  if (line.state === 'to revise') {
    assert.equal(found.assignee?.name, 'Nadia Brooks', `the chief got ${keyOf(line)}`);
    await writeOpened(hands, opened);
    line.state = 'for another';
    return;
  }
  assert.ok(['to check', 'for another'].includes(line.state), `the chief got ${keyOf(line)}`);
  await tag(hands, 'Ready for review');
  if (line.question === 'ask') {
    await hands.press('q');
    const dialog = page.getByRole('dialog', { name: 'Ask the customer' });
    await dialog.getByLabel('Question').waitFor();
    await hands.type('Which year did the mill open?');
    await hands.press('Control+Enter');
    await tag(hands, 'Waiting for an answer');
    line.question = 'asked';
    const { status } = await line.customer!(`/api/orders/${line.number}/lines/${line.position}/answer`, {
      text: 'In 1912.',
    });
    assert.equal(status, 204);
    await tag(hands, 'Ready for review');
  }
  await hands.press(isLast ? 'Control+Enter' : 'Control+Shift+Enter');
  const dialog = page.getByRole('dialog', { name: /^Deliver version/ });
  await dialog
    .getByRole('button', { name: isLast ? 'Deliver' : 'Deliver and open next', exact: true })
    .waitFor();
  // waits for the checks, because an earlier Enter wouldn't deliver a text about which a check has doubts
  await dialog.getByText('You can undo the delivery for a few seconds.').waitFor();
  if (isLast) {
    await hands.press('Enter');
    await tag(hands, 'Being delivered');
  } else await hands.leave('Enter');
  line.state = 'sent';
}
