import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { Copy } from 'lucide';
import { isHashtags, isSafeLink, withShortBlanks } from '#contract/markdown.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/copy-text.ts';
import { Icon } from '#ui/icon.tsx';

/** Markdown as a document. HTML in it is shown as text, and images as links: nothing is loaded or run. */
export function MarkdownDocument({ text }: { text: string }) {
  const tokens = lexer(withShortBlanks(text), { gfm: true, breaks: true });
  const top = Math.min(...tokens.map((token) => (token.type === 'heading' ? Number(token.depth) : 6)));
  return (
    // The typeface has only one style: the browser makes its italics and bold letters.
    <div className="sample-text flex flex-col gap-4 [font-synthesis:style_weight]">
      {tokens.map((token, key) =>
        token.type === 'heading' ? (
          <Heading key={key} {...(token as Tokens.Heading)} top={top} />
        ) : token.type === 'paragraph' && isHashtags(token.raw) ? (
          <Hashtags key={key} title={headingAbove(tokens, key)} tags={token.raw.trim()} />
        ) : (
          block(token, key)
        ),
      )}
    </div>
  );
}

// A hairline above each part but the first; the lower levels differ from it, and from each other, by more than their size.
const headings = [
  'not-first:mt-6 not-first:border-t not-first:border-hairline not-first:pt-6 text-[1.625rem] leading-tight',
  'mt-2 text-[1.1875rem]',
  'mt-1 font-sans text-base text-muted',
];

/** A heading of the document, below the order line's h2; `top` is the depth of the document's highest heading. */
function Heading({ depth, tokens, top }: Pick<Tokens.Heading, 'depth' | 'tokens'> & { top: number }) {
  const Level = depth === top ? 'h3' : 'h4';
  return (
    <Level dir="auto" className={`font-display font-[650] ${headings[depth - top] ?? 'text-base'}`}>
      {tokens.map(inline)}
    </Level>
  );
}

/** The words of the last heading before a token; '' when there is none. */
function headingAbove(tokens: readonly Token[], index: number): string {
  const above = tokens.slice(0, index).findLast(({ type }) => type === 'heading');
  return above ? (above as Tokens.Heading).text : '';
}

/** A set of hashtags, with a button to copy it. `title`: the set's heading. */
const Hashtags = ({ title, tags }: { title: string; tags: string }) => (
  <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
    <p dir="auto" translate="no" className="min-w-0 flex-1 basis-[16rem] break-words">
      {tags}
    </p>
    <Button
      data-uncopied
      look="quiet"
      small
      className="font-sans print:hidden"
      onClick={() => void copyText(tags)}
    >
      <Icon of={Copy} size={18} /> Copy<span className="sr-only"> {title === '' ? 'hashtags' : title}</span>
    </Button>
  </div>
);

function block(token: Token, key: number): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'list': {
      const { ordered, start, items } = token as Tokens.List;
      const entries = items.map((item, index) => (
        <li key={index} dir="auto">
          {item.tokens.map(block)}
        </li>
      ));
      return ordered ? (
        <ol key={key} start={start === '' ? 1 : start} className="list-decimal space-y-1 pl-9">
          {entries}
        </ol>
      ) : (
        <ul key={key} className="list-disc space-y-1 pl-6">
          {entries}
        </ul>
      );
    }
    case 'blockquote':
      return (
        <blockquote key={key} className="note flex flex-col gap-4">
          {(token as Tokens.Blockquote).tokens.map(block)}
        </blockquote>
      );
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return (
        <div key={key} className="overflow-x-auto">
          <table className="w-full text-left">
            <thead>
              <tr>
                {header.map(({ tokens }, index) => (
                  <th key={index} className="border-b border-ink py-2 pr-4 align-top">
                    {tokens.map(inline)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, index) => (
                <tr key={index}>
                  {cells.map(({ tokens }, column) => (
                    <td key={column} className="border-b border-hairline py-2 pr-4 align-top">
                      {tokens.map(inline)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    }
    // in a list or a quotation
    case 'heading':
      return (
        <p key={key} dir="auto">
          <strong>{(token as Tokens.Heading).tokens.map(inline)}</strong>
        </p>
      );
    case 'hr':
      return <hr key={key} className="border-hairline" />;
    case 'paragraph':
      return (
        <p key={key} dir="auto">
          {(token as Tokens.Paragraph).tokens.map(inline)}
        </p>
      );
    case 'text':
    case 'checkbox':
      return <Fragment key={key}>{inline(token, 0)}</Fragment>;
    // other tokens: code and HTML
    default:
      return (
        <p key={key} className="whitespace-pre-wrap">
          {'text' in token ? String(token.text).trimEnd() : token.raw}
        </p>
      );
  }
}

function inline(token: Token, key: number): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong key={key}>{(token as Tokens.Strong).tokens.map(inline)}</strong>;
    case 'em':
      return <em key={key}>{(token as Tokens.Em).tokens.map(inline)}</em>;
    case 'del':
      return <s key={key}>{(token as Tokens.Del).tokens.map(inline)}</s>;
    case 'br':
      return <br key={key} />;
    case 'link':
    case 'image': {
      const { href, text, tokens } = token as Tokens.Link;
      const words = token.type === 'link' ? tokens.map(inline) : text || href;
      if (!isSafeLink(href)) return <Fragment key={key}>{words}</Fragment>;
      return (
        <a key={key} className="link" href={href} rel="noreferrer" target="_blank">
          {words}
        </a>
      );
    }
    default: {
      const { tokens, text, raw } = token as Tokens.Text;
      return <Fragment key={key}>{tokens ? tokens.map(inline) : (text ?? raw)}</Fragment>;
    }
  }
}
