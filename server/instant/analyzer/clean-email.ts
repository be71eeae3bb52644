const header = /^(?:from|to|cc|bcc|date|sent|subject|reply-to|importance|attachments?): \S.*$/iu;
/** The line above a quoted email: “On Tue, May 6, 2025 at 9:14 AM Ann Lee wrote:”. Mail programs may break it after the address. */
const wrote =
  /^(?:>[ \t]?)*on (?=[^\n]{0,120}(?:\n[^\n]{0,60})?(?:\d:\d\d|@)).{6,120}(?:\n.{0,60})?\bwrote:[ \t]*$/imu;
const original = /^-{2,} ?(?:original|forwarded) message ?-{2,}[ \t]*$/imu;
const device = /\n[ \t]*(?:sent|get outlook) (?:from my|for) [^\n]{2,40}\s*$/iu;
/** The marker of a signature, with at most ten short lines below it. */
const signature = /\n-- ?\n(?:[^\n]{0,80}(?:\n|$)){0,10}$/u;

const isQuoted = (line: string) => /^\s?>/u.test(line);

/** The text without the lines above the first blank line if they are the headers of an email. */
function withoutHeaders(text: string): string {
  const lines = text.trimStart().split('\n');
  const count = lines.findIndex((line) => !header.test(line));
  return count >= 2 ? lines.slice(count).join('\n').trimStart() : text;
}

/** Maximum number of answers to answers whose marks are removed. */
const mostMarks = 5;

/** The quoted lines without their marks, if nearly all lines are quoted. */
function withoutMarks(text: string): string {
  let lines = text.split('\n');
  for (let mark = 0; mark < mostMarks; mark += 1) {
    const written = lines.filter((line) => line.trim() !== '');
    if (written.length === 0 || written.filter(isQuoted).length < written.length * 0.8) break;
    lines = lines
      .filter((line) => isQuoted(line) || line.trim() === '')
      .map((line) => line.replace(/^\s?>[ \t]?/u, ''));
  }
  return lines.join('\n');
}

/**
 * What the sender of a pasted email wrote: without headers, the marks of quoted lines, a quoted email below the answer, a signature
 * after “--” and the line of a phone. Quotations in other texts stay.
 */
export function cleanEmail(text: string): string {
  const answer = withoutMarks(text);
  const below = [wrote.exec(answer)?.index, original.exec(answer)?.index]
    .filter((index) => index !== undefined)
    .toSorted((a, b) => a - b)[0];
  const own = answer.slice(0, below);
  // a forwarded email has nothing above it
  const kept = below !== undefined && own.trim() === '' ? answer.slice(below).replace(/^.*\n/u, '') : own;
  return withoutHeaders(kept).replace(device, '').replace(signature, '');
}
