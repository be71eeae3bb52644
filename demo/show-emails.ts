/** npm run emails: shows every email of the demo shop on one page, as HTML in two widths and as text. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { root } from '#tools/root.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { fillDemo } from './fill-demo.ts';

const folder = join(root, '.cache', 'emails');
const style = `:root{color-scheme:light dark}body{font:16px/1.5 sans-serif;margin:0 auto;max-width:1500px;padding:2rem}
article{margin:0 0 4rem}h2{margin:0}p{margin:.25rem 0 1rem}.ways{display:flex;flex-wrap:wrap;gap:1.5rem;align-items:flex-start}
iframe{border:1px solid #8888;height:46rem;width:640px}iframe.narrow{width:320px}pre{flex:1;min-width:24rem;white-space:pre-wrap;overflow-wrap:anywhere;max-height:46rem;overflow:auto;margin:0}`;

type Shown = { subject: string; to: string; html: string; text: string };

const article = ({ subject, to, html, text }: Shown) => {
  const frame = escapeHtml(html);
  return `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}</p><div class="ways">
<iframe title="${escapeHtml(subject)}" sandbox srcdoc="${frame}"></iframe>
<iframe class="narrow" title="${escapeHtml(subject)}, narrow" sandbox srcdoc="${frame}"></iframe>
<pre>${escapeHtml(text)}</pre></div></article>`;
};

/** A key that is equal for emails of one kind: their subjects differ only in numbers, amounts and dates. */
const kindOf = ({ subject }: Shown) => subject.replaceAll(/[A-Z]-[0-9A-Z]{4}-[0-9A-Z]{4}|[$\d,.]+/g, '#');

const dataDir = await mkdtemp(join(tmpdir(), 'redline-letters-'));
try {
  await fillDemo({ dataDir, settings: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
  const shown = new Map<string, Shown>();
  for (const file of (await readdir(join(dataDir, 'mail'))).toSorted()) {
    const {
      subject = '',
      to,
      html = '',
      text = '',
    } = await PostalMime.parse(await readFile(join(dataDir, 'mail', file)));
    const letter = { subject, to: to?.[0]?.address ?? '', html, text };
    if (!shown.has(kindOf(letter))) shown.set(kindOf(letter), letter);
  }
  await mkdir(folder, { recursive: true });
  const articles = [...shown.values()].map(article).join('\n');
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Emails</title><style>${style}</style></head><body><h1>${shown.size} emails</h1>\n${articles}</body></html>\n`,
  );
  console.log(`${shown.size} emails: open ${join(folder, 'index.html')}`);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
