import assert from 'node:assert/strict';
import test from 'node:test';
import { waitFor } from '#test/wait-for.ts';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { previewLength, type Variety } from '#contract/instant/previews.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { TookTooLong, TooBusy } from '#server/process/run-in-child.ts';
import type { AnalyzerReport } from '#contract/instant/analyzer-report.ts';
import { askForMore } from './hashtags/topic-parts.ts';
import { previewRoutes } from './preview-routes.ts';

const text = 'Our bakery bakes all night. You can have your bread warm, before breakfast.';

/** The routes with a fake worker, whose tasks wait until the test resolves them. */
function setUp() {
  const made: { text: string; language: string; goOn: (error?: Error) => void }[] = [];
  const routes = previewRoutes({
    catalogue: () => builtInCatalogue,
    previews: {
      analyze: (brief) =>
        new Promise((resolve, reject) => {
          const report = {
            text: brief.text,
            words: 1,
            findings: [],
            reasons: {},
          } as unknown as AnalyzerReport;
          made.push({
            text: brief.text,
            language: brief.language,
            goOn: (error) => (error ? reject(error) : resolve(report)),
          });
        }),
      makeHashtags: async () => ({ type: 'hashtags', sets: [] }) as never,
    },
  });
  const ask = (ip: string, body = text, language?: Variety) =>
    routes.previewAnalysis({ body: { text: body, ...(language && { language }) }, ip } as Parameters<
      typeof routes.previewAnalysis
    >[0]);
  return { ask, made };
}

const until = (ready: () => boolean) => waitFor('the preview', ready);

test('lets a network request at most two previews at once, and doesn’t delay another network', async () => {
  const { ask, made } = setUp();
  const first = [ask('192.0.2.1'), ask('192.0.2.1')];
  await until(() => made.length === 2);
  await assert.rejects(ask('192.0.2.1'), (error) => error instanceof ProblemReply && error.status === 429);
  const other = ask('198.51.100.1');
  await until(() => made.length === 3);
  for (const { goOn } of made) goOn();
  await Promise.all([...first, other]);
  const next = ask('192.0.2.1');
  await until(() => made.length === 4);
  made[3]!.goOn();
  await next;
});

for (const [when, failure, sentence] of [
  ['too many previews wait', new TooBusy('full'), /creating a lot of previews right now/],
  ['a preview is not made in time', new TookTooLong('15 s'), /took too long/],
] as const)
  test(`answers 503 with a sentence when ${when}`, async () => {
    const { ask, made } = setUp();
    const refused = assert.rejects(
      ask('192.0.2.1'),
      (error) => error instanceof ProblemReply && error.status === 503 && sentence.test(error.message),
    );
    await until(() => made.length === 1);
    made[0]!.goOn(failure);
    await refused;
  });

test('analyzes the whole text, and returns a preview of at most 1,500 characters that ends with a word', async () => {
  const { ask, made } = setUp();
  const whole = `${text} `.repeat(2) + 'well-baked-and-crusty-bread '.repeat(200);
  const asked = ask('192.0.2.1', whole);
  await until(() => made.length === 1);
  assert.equal(made[0]!.text, whole);
  made[0]!.goOn();
  const { text: seen } = await asked;
  assert.ok(seen.length > previewLength - 40 && seen.length <= previewLength, `${seen.length}`);
  assert.match(seen, /bread$/);
});

test('rejects a text with too many characters in a row before the worker reads it', async () => {
  const { ask, made } = setUp();
  await assert.rejects(ask('192.0.2.1', 'a-'.repeat(4000)), (error) =>
    /characters in a row without a space/.test(JSON.stringify((error as { errors?: unknown }).errors)),
  );
  assert.equal(made.length, 0);
});

test("checks a preview in its reader's variety of English, or in American English without one", async () => {
  const { ask, made } = setUp();
  const asked = [ask('192.0.2.1', text, 'en-GB'), ask('192.0.2.2')];
  await until(() => made.length === 2);
  assert.deepEqual(
    made.map(({ language }) => language),
    ['en-GB', 'en-US'],
  );
  for (const { goOn } of made) goOn();
  await Promise.all(asked);
});

for (const [topic, sentence] of [
  ['bike repair for commuters in Leeds', ''],
  ['bike repair for commuters in leeds', ''],
  ['bike repair for commuters', 'To get more hashtags, add a location.'],
  ['bike repair in Leeds', 'To get more hashtags, add an audience.'],
  ['bike repair', 'To get more hashtags, add an audience and a location.'],
] as const)
  test(`suggests adding only the audience or location that the topic “${topic}” lacks`, () =>
    assert.equal(askForMore(topic), sentence));
