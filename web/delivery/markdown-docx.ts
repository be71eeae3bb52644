import {
  BorderStyle,
  ExternalHyperlink,
  HeadingLevel,
  type INumberingOptions,
  type IParagraphOptions,
  type IRunOptions,
  LevelFormat,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { lexer, type Token, type Tokens } from 'marked';
import { isSafeLink, withShortBlanks } from '#contract/markdown.ts';

type Style = Pick<IRunOptions, 'bold' | 'italics' | 'strike' | 'font'>;
type Run = TextRun | ExternalHyperlink;
type Block = Paragraph | Table;
type Numbering = INumberingOptions['config'][number];

const headings = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3] as const;
const headingOf = (depth: number) => headings[depth - 1] ?? HeadingLevel.HEADING_4;
/** The deepest level of a list in Word, from 0 (ISO/IEC 29500-1, 17.9.3). */
const deepestLevel = 8;
/** Lengths in twentieths of a point: the indent of a level, the largest indent, and the width of the text. */
const step = 400;
const mostIndent = 7_200;
const textWidth = 9_026;
const deeper = (left: number) => Math.min(left + step, mostIndent);
const line = { style: BorderStyle.SINGLE, size: 4, color: 'BBBBBB' };
const noLine = { style: BorderStyle.NONE, size: 0, color: 'auto' };

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The direction of a paragraph, by its first letter, as the page shows it. */
export const directionOf = (text: string): { bidirectional?: true } =>
  rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '') ? { bidirectional: true } : {};

/** Plain text with its line breaks and tabs. */
export const plain = (text: string, style: Style): TextRun[] =>
  text.split('\n').map(
    (words, index) =>
      new TextRun({
        children: words.split('\t').flatMap((part, place) => (place > 0 ? [new Tab(), part] : [part])),
        ...style,
        ...(rightToLeft.test(words) ? { rightToLeft: true } : {}),
        ...(index > 0 ? { break: 1 } : {}),
      }),
  );

/** Percent-encodes the characters that a URI can't contain (RFC 3986, section 2). Undefined for an invalid or unsafe URL. */
function addressOf(href: string): string | undefined {
  const address = href.replaceAll(/[\s"<>\\^`{|}]/gu, encodeURIComponent);
  return isSafeLink(address) && URL.canParse(address) ? address : undefined;
}

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
      case 'codespan':
        return plain((token as Tokens.Codespan).text, { ...style, font: 'Courier New' });
      case 'link':
      case 'image': {
        const { href, text, tokens: words } = token as Tokens.Link;
        const runs = token.type === 'link' ? runsOf(words, style) : plain(text || href, style);
        const link = addressOf(href);
        // Word has no links within links
        return link !== undefined && runs.every((run) => run instanceof TextRun)
          ? [new ExternalHyperlink({ link, children: runs })]
          : runs;
      }
      default: {
        const { tokens: inner, text, raw } = token as Tokens.Text;
        return inner ? runsOf(inner, style) : plain(text ?? raw, style);
      }
    }
  });
}

/** The place of a block. `marker`: the number or bullet of its list item, for the item's first paragraph. */
type Place = { left: number; isQuote: boolean; marker?: IParagraphOptions | undefined };

/** The blocks of a Markdown text as parts of a Word document, with the numberings of its lists. */
export function markdownBlocks(markdown: string): { children: Block[]; numbering: Numbering[] } {
  const numbering: Numbering[] = [];

  const paragraph = (words: string, place: Place, options: IParagraphOptions): Paragraph =>
    new Paragraph({
      ...(place.left > 0 ? { indent: { left: place.left } } : {}),
      ...(place.isQuote ? { border: { left: { ...line, space: 12 } } } : {}),
      ...directionOf(words),
      ...place.marker,
      ...options,
    });

  const numbers = (start: number, depth: number): IParagraphOptions => {
    const reference = `numbers-${numbering.length}`;
    const level = Math.min(depth, deepestLevel);
    // one numbering for each list, so that each begins with its own number
    const levels = Array.from({ length: deepestLevel + 1 }, (_, at) => ({
      level: at,
      start,
      format: LevelFormat.DECIMAL,
      text: `%${at + 1}.`,
    }));
    numbering.push({ reference, levels });
    return { numbering: { reference, level } };
  };

  const listOf = ({ ordered, start, items }: Tokens.List, place: Place, depth: number): Block[] => {
    const left = deeper(place.left);
    const numbered = ordered
      ? numbers(start === '' ? 1 : start, depth)
      : { bullet: { level: Math.min(depth, deepestLevel) } };
    const marker = { ...numbered, indent: { left, hanging: 360 } };
    return items.flatMap((item) => {
      const [first] = item.tokens;
      const starts = first !== undefined && ['text', 'paragraph', 'checkbox', 'heading'].includes(first.type);
      const rest = { left, isQuote: place.isQuote };
      // the marker of an item that begins with a list, a quote or a table stands alone
      return starts
        ? blocksOf(item.tokens, { ...rest, marker }, depth + 1)
        : [new Paragraph(marker), ...blocksOf(item.tokens, rest, depth + 1)];
    });
  };

  const tableOf = ({ header, rows }: Tokens.Table, { left }: Place): Table => {
    const width = Math.floor((textWidth - left) / header.length);
    const rowOf = (cells: readonly Tokens.TableCell[], isHeader: boolean) =>
      new TableRow({
        tableHeader: isHeader,
        children: cells.map(
          ({ tokens, text }) =>
            new TableCell({
              width: { size: width, type: WidthType.DXA },
              children: [
                new Paragraph({
                  children: runsOf(tokens, isHeader ? { bold: true } : {}),
                  ...directionOf(text),
                }),
              ],
            }),
        ),
      });
    return new Table({
      columnWidths: header.map(() => width),
      ...(left > 0 ? { indent: { size: left, type: WidthType.DXA } } : {}),
      borders: {
        top: noLine,
        left: noLine,
        right: noLine,
        insideVertical: noLine,
        bottom: line,
        insideHorizontal: line,
      },
      rows: [rowOf(header, true), ...rows.map((cells) => rowOf(cells, false))],
    });
  };

  const blockOf = (token: Token, place: Place, depth: number): Block[] => {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'hr':
        return [paragraph('', place, { border: { bottom: { ...line, space: 1 } } })];
      case 'heading': {
        const { depth: level, tokens, text } = token as Tokens.Heading;
        return [paragraph(text, place, { children: runsOf(tokens), heading: headingOf(level) })];
      }
      case 'list':
        return listOf(token as Tokens.List, place, depth);
      case 'blockquote':
        return blocksOf(
          (token as Tokens.Blockquote).tokens,
          { left: deeper(place.left), isQuote: true },
          depth,
        );
      case 'table':
        // an empty paragraph, because two tables would join, and Word needs one at the end of a document
        return [tableOf(token as Tokens.Table, place), new Paragraph({})];
      case 'paragraph': {
        const { tokens, text } = token as Tokens.Paragraph;
        return [paragraph(text, place, { children: runsOf(tokens), spacing: { after: 160 } })];
      }
      case 'code':
        return [
          paragraph('', place, {
            children: plain((token as Tokens.Code).text.trimEnd(), { font: 'Courier New' }),
          }),
        ];
      default: {
        const { text, raw } = token as Tokens.Text;
        return [paragraph(text ?? raw, place, { children: plain((text ?? raw).trimEnd(), {}) })];
      }
    }
  };

  /** Words beside each other, such as a task's box and its words, are one paragraph. */
  const blocksOf = (tokens: readonly Token[], place: Place, depth: number): Block[] => {
    const blocks: Block[] = [];
    let words: Token[] = [];
    let { marker } = place;
    const add = (made: Block[]) => {
      if (made.length > 0) marker = undefined;
      blocks.push(...made);
    };
    const flush = () => {
      if (words.length === 0) return;
      const text = words.map(({ raw }) => raw).join('');
      add([paragraph(text, { ...place, marker }, { children: runsOf(words) })]);
      words = [];
    };
    for (const token of tokens)
      if (token.type === 'text' || token.type === 'checkbox') words.push(token);
      else {
        flush();
        add(blockOf(token, { ...place, marker }, depth));
      }
    flush();
    return blocks;
  };

  const tokens = lexer(withShortBlanks(markdown), { gfm: true, breaks: true });
  return { children: blocksOf(tokens, { left: 0, isQuote: false }, 0), numbering };
}
