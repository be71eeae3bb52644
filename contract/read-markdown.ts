import { lexer, type TokensList } from 'marked';

/** Longer runs of blanks inside a line are shown no wider, and the parser's time grows with the square of their length. */
const longBlanks = /[ \t]{20,}/g;

/** The blocks of a Markdown text, as pages, emails and documents show them. */
export const readMarkdown = (text: string): TokensList =>
  lexer(text.replaceAll(longBlanks, ' '.repeat(20)), { gfm: true, breaks: true });
