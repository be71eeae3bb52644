import lighthouse from 'lighthouse';
import { launchBrowser } from '#test/stories/browser.ts';
import { findFreePort, startShop } from '#test/stories/shop.ts';
import { buildWeb } from '#tools/build-web.ts';
import { pages } from '#web/sitemap.ts';
import { median, printTable } from './print-table.ts';

/**
 * `npm run lighthouse` runs Lighthouse (mobile, simulated throttling) five times on every public page and order page of the
 * running shop and prints the medians. Arguments select the addresses that contain one of them. `LIGHTHOUSE_RUNS=1` is faster.
 * Exits with 1 when a page has less than the full accessibility or best-practices score, or a public page less than the full SEO
 * score. Speed is printed with its goal, but not checked. Runs that other work slowed down, by Lighthouse's own benchmark index,
 * are repeated.
 */
type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

const runs = Number(process.env['LIGHTHOUSE_RUNS'] ?? 5);
const slowMachine = 1000;
const certain = ['accessibility', 'best-practices', 'seo'] as const;

const isOrderForm = (path: string) => path.endsWith('/order-service');
/**
 * The categories that must have the full score. Order forms need no SEO score, because they aren't indexed, and most redirect to
 * the login.
 */
const certainOf = (path: string) => certain.filter((category) => category !== 'seo' || !isOrderForm(path));

const wanted = process.argv.slice(2);
const addresses = pages
  .filter(({ path, isPublic }) => isPublic || isOrderForm(path))
  .map(({ path }) => path)
  .filter(
    (path) =>
      wanted.length === 0 || wanted.some((word) => path === word || (word !== '/' && path.includes(word))),
  );

const { ok, output } = await buildWeb();
if (!ok) throw new Error(output);
const port = await findFreePort();
const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
const shop = await startShop({ RATE_LIMIT_FACTOR: '1000' });
try {
  const rows = [];
  for (const path of addresses) {
    const row = await ask(path);
    console.log(`${path}: ${row.performance}`);
    rows.push(row);
  }
  printTable(`Lighthouse, mobile, median of ${runs}`, rows);
  if (rows.some(isImperfect)) process.exitCode = 1;
} finally {
  await browser.close();
  await shop.discard();
}

function isImperfect(row: Awaited<ReturnType<typeof ask>>): boolean {
  return certainOf(row.page).some((category) => row[category] < 100);
}

async function ask(path: string) {
  const reports: Report[] = [];
  for (let tries = 0; reports.length < runs && tries < runs * 3; tries++) {
    const result = await lighthouse(`${shop.url}${path}`, { port, output: 'json', logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse has no answer for ${path}`);
    const { lhr } = result;
    if (lhr.runtimeError) console.log(`${path}: asked again: ${lhr.runtimeError.message}`);
    else if (lhr.environment.benchmarkIndex >= slowMachine || tries >= runs * 2) reports.push(lhr);
  }
  if (reports.length < runs) throw new Error(`Lighthouse has only ${reports.length} answers for ${path}`);
  const score = (category: string) =>
    Math.round(median(reports.map(({ categories }) => categories[category]?.score ?? 0)) * 100);
  const figure = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? NaN));
  for (const { audits, categories } of reports.slice(0, 1))
    for (const category of certainOf(path))
      for (const { id, weight } of categories[category]?.auditRefs ?? [])
        if (weight > 0 && (audits[id]?.score ?? 1) < 1)
          console.log(`${path}: ${category}: ${audits[id]?.title}`);
  return {
    page: path,
    performance: score('performance'),
    goal: isOrderForm(path) ? '≥ 95' : '≥ 98',
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    'first paint s': (figure('first-contentful-paint') / 1000).toFixed(2),
    'largest paint s': (figure('largest-contentful-paint') / 1000).toFixed(2),
    'blocked ms': Math.round(figure('total-blocking-time')),
    'layout shift': figure('cumulative-layout-shift').toFixed(4),
  };
}
