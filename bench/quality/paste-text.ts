const width = 72;

const wrap = (paragraph: string) =>
  paragraph.replaceAll(new RegExp(`(.{1,${width}})(?: |$)`, 'gu'), '$1\n').trim();

/** Hyphenates the last word of every second line, as a typesetter does, and adds a page number after the second paragraph. */
const typeset = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => wrap(paragraph).replaceAll(/(\p{Ll}{4})(\p{Ll}{4,}[^\s-]*)\n/gu, '$1-\n$2\n'))
    .join('\n\n')
    .replace(/(?<=\n\n[^\n][^]*?)\n\n/u, '\n\n12\n\n');

/** The same text as copied from a mail program, an answer to it, a PDF and a word processor. */
export const pastes: Record<string, (text: string) => string> = {
  mail: (text) => text.split('\n\n').map(wrap).join('\n\n'),
  'quoted mail': (text) =>
    `On Tue, May 6, 2025 at 9:14 AM Ann Lee <ann@example.com> wrote:\n\n${text
      .split('\n\n')
      .map(wrap)
      .join('\n\n')
      .replaceAll(/^/gmu, '> ')}`,
  PDF: typeset,
  'word processor': (text) =>
    text
      .replaceAll(/(?<=\p{L})'(?=\p{L})/gu, '’')
      .replaceAll(/"([^"\n]*)"/gu, '“$1”')
      .replaceAll(/(?<=\p{N}) (?=\p{L})/gu, '\u00a0')
      .replaceAll('. ', '.\u00a0 '),
};
