import { withoutHeadingMarks } from '#contract/markdown.ts';
import { shop } from '#contract/shop.ts';
import { escapeHtml } from '#server/http/escape-html.ts';

export type Email = {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** The email's constant ID. An email that is sent twice has the same Message-ID. */
  id: string;
  /** The number of the order or deposit that the email is about. The shop records that the email was sent. */
  about?: string;
  /** Makes the attached file when the email is sent. */
  file?: () => Promise<EmailFile>;
};

/** A PDF attached to an email. */
export type EmailFile = { name: string; content: Uint8Array };

export type Block =
  | { heading: string }
  | { paragraph: string }
  | { rows: [label: string, value: string][] }
  | { button: string; url: string }
  /** `hasHeadings`: lines that start with the mark of a Markdown heading are shown as headings. */
  | { quote: string; label: string; hasHeadings?: boolean };

export type EmailContent = Pick<Email, 'to' | 'subject' | 'replyTo' | 'id' | 'about' | 'file'> & {
  title: string;
  blocks: Block[];
};

const withBreaks = (value: string) => escapeHtml(value).replaceAll('\n', '<br>');

const withHeadings = (value: string) =>
  escapeHtml(value)
    .replaceAll(/^#{1,6} (\S.*)$/gm, '<strong>$1</strong>')
    .replaceAll('\n', '<br>');

function blockHtml(block: Block): string {
  if ('heading' in block) return `<h2>${escapeHtml(block.heading)}</h2>`;
  if ('paragraph' in block) return `<p>${withBreaks(block.paragraph)}</p>`;
  if ('button' in block)
    return `<p><a class="button" href="${escapeHtml(block.url)}">${escapeHtml(block.button)}</a></p><p class="small">${escapeHtml(block.url)}</p>`;
  if ('quote' in block)
    return `<p class="label">${escapeHtml(block.label)}</p><blockquote dir="auto">${block.hasHeadings ? withHeadings(block.quote) : withBreaks(block.quote)}</blockquote>`;
  const rows = block.rows.map(
    ([label, value]) =>
      `<tr><th scope="row">${escapeHtml(label)}</th><td dir="auto">${withBreaks(value)}</td></tr>`,
  );
  return `<table class="rows" role="presentation">${rows.join('')}</table>`;
}

function blockText(block: Block): string {
  if ('heading' in block) return `${block.heading}\n${'-'.repeat([...block.heading].length)}`;
  if ('paragraph' in block) return block.paragraph;
  if ('button' in block) return `${block.button}:\n${block.url}`;
  if ('quote' in block) {
    const words = block.hasHeadings ? withoutHeadingMarks(block.quote) : block.quote;
    return `${block.label}\n${words.replace(/^/gm, '    ')}`;
  }
  return block.rows.map(([label, value]) => `${label}: ${value.replaceAll('\n', '\n    ')}`).join('\n');
}

// Uses the site's colors, loads nothing, and is dark when the reader's mail client is.
const style = `
:root{color-scheme:light dark}
body{margin:0;background:#f6f5f2;color:#17161c;font:16px/1.6 'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
.sheet{max-width:600px;margin:0 auto;background:#fff;padding:24px 24px 32px;border-top:3px solid #e3262b}
.brand{font-weight:700;font-size:20px;letter-spacing:-.02em;margin:0 0 24px}
h1{font-size:26px;line-height:1.2;letter-spacing:-.02em;margin:0 0 16px}
h2{font-size:18px;line-height:1.3;margin:28px 0 8px}
p{margin:0 0 16px}
.small,.foot{color:#6b6874;font-size:13px;overflow-wrap:anywhere}
.label{font-weight:600;margin:0 0 4px}
a{color:inherit}
.button{display:inline-block;background:#17161c;color:#fff;text-decoration:none;font-weight:600;padding:12px 22px;border-radius:8px}
.rows{width:100%;border-collapse:collapse;margin:0 0 16px}
.rows th{text-align:left;font-weight:400;color:#54515c;padding:8px 16px 8px 0;border-bottom:1px solid #dddad2;vertical-align:top}
.rows td{padding:8px 0;border-bottom:1px solid #dddad2;overflow-wrap:anywhere;min-width:6em;text-align:right}
blockquote{margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #e3262b;overflow-wrap:anywhere}
.foot{max-width:600px;margin:0 auto;padding:16px 24px 32px}
@media (prefers-color-scheme:dark){body{background:#121116;color:#f5f3ef}.sheet{background:#1a191f;border-top-color:#ff4d4a}.button{background:#f5f3ef;color:#17161c}.rows th{color:#bab6c1}.rows th,.rows td{border-color:#34313b}.small,.foot{color:#9c97a4}blockquote{border-color:#ff4d4a}}
`.replaceAll('\n', '');

/** Composes an email as plain text and as HTML from the same blocks. */
export function composeEmail({ title, blocks, ...envelope }: EmailContent): Email {
  const foot = `${shop.legalName} · ${shop.supportEmail}`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(envelope.subject)}</title><style>${style}</style></head><body><div class="sheet"><p class="brand">${escapeHtml(shop.name)}</p><h1>${escapeHtml(title)}</h1>${blocks.map(blockHtml).join('')}</div><p class="foot">${escapeHtml(foot)}</p></body></html>`;
  const text = `${[title, ...blocks.map(blockText)].join('\n\n')}\n\n-- \n${foot}\n`;
  return { ...envelope, html, text };
}
