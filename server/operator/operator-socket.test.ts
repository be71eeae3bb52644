import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { openTestShop } from '#test/server/open-test-shop.ts';
import { askRunningShop, listenToOperator, runCommand } from './operator-socket.ts';

test('runs commands in the running shop through its data folder', async () => {
  const shop = await openTestShop();
  const folder = await mkdtemp(join(tmpdir(), 'redline-'));
  const call = { name: 'tickets', words: [], operator: 'kim' };
  assert.equal(await askRunningShop(folder, call), undefined);
  const door = await listenToOperator(folder, shop.app.commands);
  try {
    assert.equal((await askRunningShop(folder, call))?.ok, true);
    const unknown = await askRunningShop(folder, { ...call, name: 'toString' });
    assert.equal(unknown?.ok, false);
    assert.match(unknown?.output ?? '', /Usage: .*\n[\s\S]*refund NUMBER/);
    const refused = await askRunningShop(folder, { ...call, name: 'cancel', words: ['R-1', 'Twice'] });
    assert.deepEqual(refused, { ok: false, output: 'We can’t find that order.' });
    const malformed = { ...call, words: 'R-1' } as unknown as typeof call;
    await assert.rejects(askRunningShop(folder, malformed), /responded with status 400/);
  } finally {
    await door.close();
    await shop.close();
    await rm(folder, { recursive: true });
  }
});

test('requires the address as a confirmation before it erases an account, also through the data folder', async () => {
  const shop = await openTestShop();
  const folder = await mkdtemp(join(tmpdir(), 'redline-'));
  const door = await listenToOperator(folder, shop.app.commands);
  try {
    const { email } = await shop.customer();
    const call = { name: 'account', words: ['erase', email], operator: 'kim' };
    const asked = await askRunningShop(folder, call);
    assert.equal(asked?.ok, false);
    assert.equal(asked?.confirm, email);
    const wrong = await askRunningShop(folder, { ...call, words: ['erase', email, 'other@example.com'] });
    assert.equal(wrong?.ok, false);
    const done = await askRunningShop(folder, { ...call, words: ['erase', email, email.toUpperCase()] });
    assert.match(done?.output ?? '', /was erased/);
  } finally {
    await door.close();
    await shop.close();
    await rm(folder, { recursive: true });
  }
});

test('normalizes arguments as text fields do', async () => {
  const say = {
    usage: '',
    summary: '',
    run: ({ words }: { words: string[] }) => Promise.resolve(words.join('|')),
  };
  const words = ['Sorry\u00a0for the de\u00adlay\u0007', '\ufeffco\ufffeoperate', 'one\r\ntwo'];
  const answer = await runCommand({ say }, { name: 'say', words, operator: 'kim' });
  assert.equal(answer.output, 'Sorry for the delay|cooperate|one\ntwo');
});
