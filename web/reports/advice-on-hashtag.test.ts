import assert from 'node:assert/strict';
import test from 'node:test';
import { adviceOnHashtag } from './advice-on-hashtag.ts';

test('writes advice to keep a hashtag and to change its spelling without a contradiction', () => {
  const tag = '#freshbread';
  const kept = { tag, keep: true, why: 'Capitalize each word so that screen readers can read it.' };
  assert.equal(
    adviceOnHashtag({ ...kept, instead: ['#FreshBread'] }),
    'Keep it, but write it as #FreshBread, so that screen readers read each word.',
  );
  assert.equal(
    adviceOnHashtag({ tag, keep: true, why: 'No problems found.', instead: [] }),
    'Keep. No problems found.',
  );
  assert.equal(
    adviceOnHashtag({
      tag,
      keep: false,
      why: 'It’s too broad on its own.',
      instead: ['#RyeBread', '#SlowBread'],
    }),
    'Replace. It’s too broad on its own. Try #RyeBread or #SlowBread.',
  );
});
