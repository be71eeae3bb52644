import assert from 'node:assert/strict';
import test from 'node:test';
import { replyWords } from './ticket-words.ts';

const now = new Date('2026-11-25T15:00:00Z');

test('returns by when a reply is due, or was due', () => {
  assert.equal(replyWords({ answerBy: null, isLate: false, snoozedUntil: null }, now), undefined);
  assert.equal(replyWords({ answerBy: '2026-11-25', isLate: false, snoozedUntil: null }, now), 'Reply today');
  assert.equal(
    replyWords({ answerBy: '2026-11-25', isLate: true, snoozedUntil: null }, now),
    'Reply was due today',
  );
  assert.match(
    replyWords({ answerBy: '2026-11-27', isLate: false, snoozedUntil: null }, now)!,
    /^Reply by .*27/,
  );
  assert.match(
    replyWords({ answerBy: '2026-11-23', isLate: true, snoozedUntil: null }, now)!,
    /^Reply was due .*23/,
  );
  assert.match(
    replyWords({ answerBy: null, isLate: false, snoozedUntil: '2026-12-02' }, now)!,
    /^Snoozed until .*Dec 2/,
  );
});
