import { Document, ExternalHyperlink, HeadingLevel, LevelFormat, Packer, Paragraph, TextRun } from 'docx';
import { lexer, type Token, type Tokens } from 'marked';
import { isSafeLink, withShortBlanks } from '#contract/markdown.ts';
import { saveFile } from '#ui/save-file.ts';

type Style = { bold?: true; italics?: true; strike?: true };
type Run = TextRun | ExternalHyperlink;

const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const levels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
] as const;

/** Plain text with its line breaks. */
const plain = (text: string, style: Style): TextRun[] =>
  text
    .split('\n')
    .map((line, index) => new TextRun({ text: line, ...style, ...(index > 0 ? { break: 1 } : {}) }));

function runsOf(tokens: readonly Token[] | undefined, style: Style = {}): Run[] {
  return (tokens ?? []).flatMap((token): Run[] => {
    switch (token.type) {
      case 'strong':
        return runsOf((token as Tokens.Strong).tokens, { ...style, bold: true });
      case 'em':
        return runsOf((token as Tokens.Em).tokens, { ...style, italics: true });
      case 'del':
        return runsOf((token as Tokens.Del).tokens, { ...style, strike: true });
      case 'br':
        return [new TextRun({ break: 1 })];
      case 'link': {
        const { href, tokens: words } = token as Tokens.Link;
        const runs = runsOf(words, style);
        return isSafeLink(href) ? [new ExternalHyperlink({ link: href, children: runs })] : runs;
      }
      default: {
        const { tokens: inner, text, raw } = token as Tokens.Text;
        return inner ? runsOf(inner, style) : plain(text ?? raw, style);
      }
    }
  });
}

function listOf({ ordered, items }: Tokens.List, level: number, instance: number): Paragraph[] {
  return items.flatMap((item) =>
    item.tokens.flatMap((token, index) => {
      if (token.type === 'list') return listOf(token as Tokens.List, level + 1, instance);
      const children = runsOf('tokens' in token ? token.tokens : [token]);
      // further paragraphs of a list item are indented below its first line
      if (index > 0) return [new Paragraph({ children, indent: { left: 720 * (level + 1) } })];
      return [
        new Paragraph({
          children,
          ...(ordered ? { numbering: { reference: 'numbers', level, instance } } : { bullet: { level } }),
        }),
      ];
    }),
  );
}

function paragraphsOf(tokens: readonly Token[]): Paragraph[] {
  return tokens.flatMap((token, place): Paragraph[] => {
    switch (token.type) {
      case 'space':
      case 'def':
      case 'hr':
        return [];
      case 'heading': {
        const { depth, tokens: words } = token as Tokens.Heading;
        return [
          new Paragraph({ children: runsOf(words), heading: levels[depth - 1] ?? HeadingLevel.HEADING_4 }),
        ];
      }
      case 'list':
        return listOf(token as Tokens.List, 0, place);
      case 'blockquote':
        return paragraphsOf((token as Tokens.Blockquote).tokens);
      case 'paragraph':
        return [
          new Paragraph({ children: runsOf((token as Tokens.Paragraph).tokens), spacing: { after: 160 } }),
        ];
      default:
        return [new Paragraph({ children: plain('text' in token ? String(token.text) : token.raw, {}) })];
    }
  });
}

/**
 * Converts a delivered text to a Word document with headings, lists, bold and italic words, and links. `isMarkdown`: false
 * keeps each line as it is.
 */
export async function writeDocx(title: string, text: string, isMarkdown: boolean): Promise<Blob> {
  const children = isMarkdown
    ? paragraphsOf(lexer(withShortBlanks(text), { gfm: true, breaks: true }))
    : text
        .split(/\n[ \t]*\n/u)
        .map((words) => new Paragraph({ children: plain(words, {}), spacing: { after: 160 } }));
  const numbered = [0, 1, 2, 3].map((level) => ({
    level,
    format: LevelFormat.DECIMAL,
    text: `%${level + 1}.`,
    style: { paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } } },
  }));
  return Packer.toBlob(
    new Document({
      title,
      numbering: { config: [{ reference: 'numbers', levels: numbered }] },
      sections: [{ children }],
    }),
  );
}

/** Saves a delivered text as `name`.docx. */
export async function saveDocx(name: string, text: string, isMarkdown: boolean): Promise<void> {
  const blob = await writeDocx(name, text, isMarkdown);
  saveFile(`${name}.docx`, mediaType, new Uint8Array(await blob.arrayBuffer()));
}
