import { lexer, type Token, type Tokens } from 'marked';
import { isMarkdown, isSafeLink, withShortBlanks } from '#contract/markdown.ts';

/** Converts a delivered text to plain text: removes the marks of Markdown, and returns any other text unchanged. */
export const stripMarkdown = (text: string): string =>
  isMarkdown(text) ? blocks(lexer(withShortBlanks(text), { gfm: true, breaks: true })) : text;

const blocks = (tokens: readonly Token[]) =>
  tokens
    .map(block)
    .filter((text) => text !== '')
    .join('\n\n');
const inlines = (tokens: readonly Token[]): string => tokens.map(inline).join('');

function block(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'hr':
      return '';
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      return items
        .map((item, index) => {
          const mark = ordered ? `${(start === '' ? 1 : start) + index}.` : '•';
          // writes a task's checkbox before its words
          const parts = item.tokens.map((one) => (one.type === 'checkbox' ? inline(one) : `${block(one)}\n`));
          return `${mark} ${parts.join('').trim().replaceAll('\n', '\n  ')}`;
        })
        .join('\n');
    }
    case 'blockquote':
      return blocks((token as Tokens.Blockquote).tokens);
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows]
        .map((cells) => cells.map(({ tokens }) => inlines(tokens)).join(' | '))
        .join('\n');
    }
    default:
      return inline(token).trimEnd();
  }
}

function inline(token: Token): string {
  if (token.type === 'br') return '\n';
  const { tokens, text, raw } = token as Tokens.Text;
  const words = tokens ? inlines(tokens) : (text ?? raw);
  if (token.type !== 'link' && token.type !== 'image') return words;
  const { href } = token as Tokens.Link;
  if (words === '' || `mailto:${words}` === href) return words || href;
  return isSafeLink(href) && words !== href ? `${words} (${href})` : words;
}
