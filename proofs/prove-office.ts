/**
 * npm run prove -- office [TEXTS]: LibreOffice opens the .docx files of deliveries and corrected copies, which must contain what
 * the page shows, and the shop must accept each file that LibreOffice writes. Exits with 1 when LibreOffice isn't installed.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SaxesParser } from 'saxes';
import { createServer } from 'vite';
import { asSeen } from '#contract/as-seen.ts';
import type { Finding } from '#contract/instant/analyzer-report.ts';
import { recognizeFile } from '#server/files/recognize-file.ts';
import { readDocx, readXml } from '#test/read-docx.ts';
import { root } from '#tools/root.ts';
import { runCommand } from '#tools/run-command.ts';
import { writeDocx } from '#web/delivery/save-docx.ts';
import { writeCorrectedDocx } from '#web/reports/save-corrected-docx.ts';
import { randomText, texts } from './office-texts.ts';

const randomTexts = Number(process.argv[2] ?? 300);
const folder = mkdtempSync(join(tmpdir(), 'redline-office-'));
let render: (text: string) => string;

before(async () => {
  if (!(await runCommand('which', ['soffice'])).ok)
    throw new Error(
      'soffice is missing: apt-get install --no-install-recommends libreoffice-writer libreoffice-calc',
    );
  const vite = await createServer({ configFile: false, root, appType: 'custom', logLevel: 'error' });
  const { MarkdownDocument } = (await vite.ssrLoadModule('/web/cabinet/orders/markdown-document.tsx')) as {
    MarkdownDocument: FunctionComponent<{ text: string }>;
  };
  await vite.close();
  render = (text) => renderToStaticMarkup(createElement(MarkdownDocument, { text }));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Writes files, and converts them with LibreOffice. `filter`: such as "txt:Text:UTF8".
 * @returns the names of the results
 */
async function convert(filter: string, files: Record<string, Blob | string>): Promise<string[]> {
  const [from, to] = ['from', 'to'].map((part) => mkdtempSync(join(folder, part))) as [string, string];
  for (const [name, content] of Object.entries(files))
    writeFileSync(
      join(from, name),
      typeof content === 'string' ? content : Buffer.from(await content.arrayBuffer()),
    );
  const names = Object.keys(files);
  // in batches, because LibreOffice stops without an error after some 250 files
  for (let at = 0; at < names.length; at += 100) {
    const { output } = await runCommand('soffice', [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      filter,
      '--outdir',
      to,
      ...names.slice(at, at + 100).map((name) => join(from, name)),
    ]);
    assert.doesNotMatch(output, /Error:/, output);
  }
  const [ending] = filter.split(':');
  return names.map((name) => join(to, name.replace(/[^.]*$/, ending!)));
}

/** Lines with words, without repeated blanks. The number of an item, or "•", is joined with its first words. */
const joined = (lines: readonly string[]): string[] => {
  const all: string[] = [];
  for (const line of lines.map((one) => one.replaceAll(/[ \t]+/g, ' ').trim()).filter(Boolean))
    if (/^(?:(?:•|\d+\.) ?)+$/.test(all.at(-1) ?? '')) all[all.length - 1] += ` ${line}`;
    else all.push(line);
  return all;
};

/** What the page shows: its lines and its links. */
function shownOnPage(text: string): { lines: string[]; links: string[] } {
  const lines = [''];
  const links: string[] = [];
  const lists: (number | '•')[] = [];
  let buttons = 0;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'button') buttons += 1;
    if (name === 'a') links.push(attributes['href']!);
    if (name === 'ol') lists.push(Number(attributes['start'] ?? 1));
    if (name === 'ul') lists.push('•');
    if (/^(?:p|br|h\d|t[dhr]|[ou]l|hr|blockquote)$/.test(name)) lines.push('');
    if (name !== 'li') return;
    const marker = lists.pop()!;
    lines.push(marker === '•' ? marker : `${marker}.`, '');
    lists.push(marker === '•' ? marker : marker + 1);
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'button') buttons -= 1;
    if (name === 'ol' || name === 'ul') lists.pop();
    if (/^(?:p|h\d|t[dhr]|[ou]l|li|blockquote)$/.test(name)) lines.push('');
  });
  parser.on('text', (words) => {
    if (buttons > 0) return;
    const [first = '', ...more] = words.split('\n');
    lines[lines.length - 1] += first;
    lines.push(...more);
  });
  parser.write(`<div>${render(text)}</div>`).close();
  return { lines: joined(lines), links };
}

const textOf = (path: string) => readFileSync(path, 'utf8').replace(/^\ufeff/, '');
const linesOf = (path: string) =>
  joined(
    textOf(path)
      .split('\n')
      .map((line) => line.replace(/^(\s*)[◦▪](?=\s|$)/, '$1•')),
  );
const numbered = async <T>(all: readonly T[], write: (one: T) => Promise<Blob>) =>
  Object.fromEntries(
    await Promise.all(
      all.map(async (one, index) => [`${String(index).padStart(4, '0')}.docx`, await write(one)] as const),
    ),
  );

test('a delivery in Word contains the lines, numbers and links of the page', async (t) => {
  const all = [...texts, ...fc.sample(randomText(), { numRuns: randomTexts, seed: 35 })].map((text) =>
    asSeen(text, true),
  );
  const files = await numbered(all, (text) => writeDocx('Delivered', text, true));
  const plain = await convert('txt:Text:UTF8', files);
  const pages = await convert('html', files);
  let links = 0;
  for (const [index, text] of all.entries()) {
    const shown = shownOnPage(text);
    assert.deepEqual(linesOf(plain[index]!), shown.lines, text);
    const found = [...textOf(pages[index]!).matchAll(/<a href="([^"]*)"/g)].map(([, href]) =>
      href!.replaceAll('&amp;', '&'),
    );
    assert.deepEqual(found, shown.links, text);
    links += found.length;
  }
  t.diagnostic(`${all.length} deliveries with ${links} links`);
});

test('a text in Word keeps each letter, mark, number and sign of every script', async (t) => {
  const letters: string[] = [];
  for (let code = 0x20; code <= 0x3_23_af; code += 1) {
    // takes one of fifty characters of the large scripts
    if (code >= 0x34_00 && code < 0xd8_00 && code % 50 > 0) continue;
    if (code > 0x2_00_00 && code % 500 > 0) continue;
    const letter = String.fromCodePoint(code);
    if (/[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(letter))
      letters.push(/\p{M}/u.test(letter) ? `o${letter}` : letter);
  }
  const lines: string[] = [];
  for (let at = 0; at < letters.length; at += 40) lines.push(letters.slice(at, at + 40).join(' '));
  const text = asSeen(lines.join('\n\n'), true);
  const [plain] = await convert('txt:Text:UTF8', { 'scripts.docx': await writeDocx('All', text, false) });
  assert.deepEqual(joined(textOf(plain!).split('\n')), joined(text.split('\n')));
  t.diagnostic(`${letters.length} characters`);
});

test('a corrected copy in Word has its changes tracked and its comments, in LibreOffice too', async () => {
  const text = '# Our bread\n\nWe recieve <mail> & love in order to bake.\n\nשלום, teh bread 日本.';
  const found = (quote: string, suggestions: string[] = []): Finding => ({
    id: quote,
    part: 'clarity',
    kind: 'wordy',
    severity: 'hint',
    start: text.indexOf(quote),
    end: text.indexOf(quote) + quote.length,
    what: `About “${quote}” & more`,
    why: 'Because <so>.',
    how: 'Do it.',
    suggestions,
    cost: 1,
  });
  const [receive, the, wordy] = [found('recieve'), found('teh'), found('in order to', ['to'])];
  const blob = await writeCorrectedDocx(
    { title: 'Bread', text, findings: [receive, the, wordy] },
    [
      { finding: receive, replacement: 'receive' },
      { finding: the, replacement: 'the' },
    ],
    new Date('2026-11-25T12:00:00Z'),
  );
  const [file] = await convert('odt', { 'copy.docx': blob });
  const parts = await readDocx(new Blob([readFileSync(file!)]));
  const tracked: string[] = [];
  const comments: string[] = [];
  let [region, comment] = ['', ''];
  readXml(parts['content.xml']!, ({ name, parents, text: words }) => {
    if (parents.includes('text:deletion') && name === 'text:p') region += words;
    if (parents.includes('office:annotation') && /^text:(?:p|span)$/.test(name)) comment += `${words} `;
    if (name === 'text:deletion') tracked.push(`- ${region}`);
    if (name === 'text:insertion') tracked.push('+');
    if (name === 'office:annotation') comments.push(comment);
    if (name === 'text:changed-region') region = '';
    if (name === 'office:annotation') comment = '';
  });
  assert.deepEqual(tracked.toSorted(), ['+', '+', '- recieve', '- teh']);
  assert.equal(comments.length, 1);
  assert.match(comments[0]!, /About “in order to” & more.*Because <so>\. Do it\..*Instead: to/s);
});

test('the shop accepts each file that LibreOffice writes', async (t) => {
  const text = await writeDocx('Brief', texts.join('\n\n'), true);
  const sheet = 'Name;Price\nBäckerei;"1,5"\n';
  const written: [filter: string, from: Record<string, Blob | string>, mediaType: RegExp][] = [
    ...(
      [
        ['docx', /wordprocessingml/],
        ['docx:Office Open XML Text', /wordprocessingml/],
        ['odt', /opendocument\.text$/],
        ['pdf', /pdf$/],
        ['txt:Text:UTF8', /^text\/plain/],
        ['txt:Text (encoded):UNICODE', /^text\/plain/],
        ['txt:Text (encoded):IBM_850', /^text\/plain/],
        ['txt:Text (encoded):MS_1252,CRLF', /^text\/plain/],
      ] as const
    ).map(([filter, type]) => [filter, { 'text.docx': text }, type] as (typeof written)[number]),
    ...(
      [
        ['xlsx', /spreadsheetml/],
        ['xlsx:Calc Office Open XML', /spreadsheetml/],
        ['ods', /opendocument\.spreadsheet$/],
        ['csv:Text - txt - csv (StarCalc):59,34,ANSI', /csv/],
        ['csv:Text - txt - csv (StarCalc):9,34,UNICODE', /csv/],
      ] as const
    ).map(([filter, type]) => [filter, { 'sheet.csv': sheet }, type] as (typeof written)[number]),
  ];
  for (const [filter, from, mediaType] of written) {
    const [path] = await convert(filter, from);
    const file = readFileSync(path!);
    const found = await recognizeFile(path!.split('/').at(-1)!, file, 'customer').catch((error: unknown) =>
      assert.fail(`${filter}: ${JSON.stringify(error)}`),
    );
    assert.match(found.mediaType, mediaType, filter);
  }
  t.diagnostic(`${written.length} kinds of file`);
});
