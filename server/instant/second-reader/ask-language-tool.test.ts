import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { answerWith, matchOf, openLanguageToolFake } from '#test/server/language-tool-fake.ts';
import { languageTool } from './ask-language-tool.ts';
import { ReaderFailure } from './second-reader.ts';

const text = 'We bakes bread & sell it warm; 100 % of it.\nÇa va? 🍞 Their is more.';

let fake: Awaited<ReturnType<typeof openLanguageToolFake>>;
before(async () => {
  fake = await openLanguageToolFake();
});
after(() => fake.close());

const read = (signal = new AbortController().signal) => languageTool(fake.url).read(text, 'en-GB', signal);
/** The message of the error of a reading, which must quote neither the text nor the answer. */
async function failureOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => assert.fail('the answer was believed'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ReaderFailure, String(error));
  assert.doesNotMatch(`${error.stack}`, /bakes|secret/);
  assert.equal(error.cause, undefined);
  return error.message;
}

test('sends the text and its language, and returns the findings', async () => {
  fake.answer = (sent) =>
    answerWith(
      matchOf(sent, 'bakes', { message: 'Use “bake”.', values: ['bake', 'baked'] }),
      matchOf(sent, 'Their', { issueType: 'misspelling' }),
    );
  assert.deepEqual(await read(), [
    {
      start: 3,
      end: 8,
      quote: 'bakes',
      isSpelling: false,
      message: 'Use “bake”.',
      suggestions: ['bake', 'baked'],
    },
    {
      start: text.indexOf('Their'),
      end: text.indexOf('Their') + 5,
      quote: 'Their',
      isSpelling: true,
      message: '“Their” may be wrong.',
      suggestions: [],
    },
  ]);
  assert.deepEqual(fake.calls.at(-1), { path: 'POST /v2/check', form: { text, language: 'en-GB' } });
});

const broken = {
  'an HTML page': { headers: { 'content-type': 'text/html' }, body: '<h1>secret</h1>' },
  'invalid JSON': { body: '{"matches": [secret' },
  'an empty body': { body: '' },
  'missing fields': { body: '{"matches": [{"message": "secret"}]}' },
  'an offset that is no number': {
    body: JSON.stringify({ matches: [{ ...matchOf(text, 'bread'), offset: 'secret' }] }),
  },
  'status 500': { status: 500, body: 'secret' },
  'status 413': { status: 413, body: 'secret' },
  'a redirect': { status: 307, headers: { location: '/secret' }, body: '' },
  'more than the maximum size': { body: `{"matches": [], "secret": "${'x'.repeat(5_000_000)}"}` },
};
for (const [what, answer] of Object.entries(broken))
  test(`rejects a LanguageTool response with ${what}, and quotes nothing of it`, async () => {
    fake.answer = () => answer;
    assert.match(await failureOf(read()), /LanguageTool/);
  });

test('follows no redirect of a LanguageTool server', async () => {
  fake.answer = () => broken['a redirect'];
  await failureOf(read());
  assert.equal(fake.calls.at(-1)?.path, 'POST /v2/check');
});

test('ends a request that hangs at its timeout', async () => {
  fake.answer = () => new Promise(() => {});
  assert.match(await failureOf(read(AbortSignal.timeout(100))), /TimeoutError/);
});

test('names the reason when the server is unreachable', async () => {
  const away = await openLanguageToolFake();
  await away.close();
  const reading = languageTool(away.url).read(text, 'en-US', new AbortController().signal);
  assert.match(await failureOf(reading), /ECONNREFUSED/);
});
