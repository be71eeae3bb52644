import { readFileSync } from 'node:fs';
import { decodeText } from './decode-text.ts';
import { StartError } from './start-error.ts';

export type Environment = Record<string, string | undefined>;

const refuse = (problem: string) => new StartError(`Settings: ${problem}.`);

// a name, then a quoted value or the rest of the line; a # at the start or after a space begins a comment
const entry =
  /[^\S\n]*(?:(?:export[^\S\n]+)?(?<name>[\w.-]+)[^\S\n]*=[^\S\n]*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|`(?<back>[^`]*)`|(?<bare>(?!["'`])[^\n]*?)))?[^\S\n]*(?:(?<=[\s"'`]|^)#[^\n]*)?(?:\n|$)/my;

function unreadable(lines: string, at: number): StartError {
  const [, name] = /^\s*(?:export\s+)?([\w.-]+)\s*=/.exec(lines.slice(at)) ?? [];
  const line = `line ${lines.slice(0, at).split('\n').length} of .env`;
  return refuse(
    `${name === undefined ? line : `${name} (${line})`} can’t be read. Write NAME=value. If the value contains quotes, # or line breaks, put it in quotes of another kind`,
  );
}

/**
 * Parses a `.env` file. Each line is read completely or refused, never cut.
 * @throws StartError with the line's number, never with a value
 */
export function parseEnvironment(text: string): Environment {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const values: Environment = {};
  let at = 0;
  while (at < lines.length) {
    entry.lastIndex = at;
    const found = entry.exec(lines)?.groups;
    if (!found) throw unreadable(lines, at);
    at = entry.lastIndex;
    const { name, double, single, back, bare } = found;
    if (name === undefined) continue;
    if (Object.hasOwn(values, name)) throw refuse(`${name} is in .env twice. Remove one of the lines`);
    if (bare && /^[“”„‟«‘‚‹]/.test(bare))
      throw refuse(
        `${name} in .env begins with a curly quotation mark. Use straight quotation marks, or none`,
      );
    if (bare?.includes('#'))
      throw refuse(`${name} in .env contains #, where a comment could begin. Put the value in single quotes`);
    values[name] = double?.replaceAll('\\n', '\n') ?? single ?? back ?? bare?.trim();
  }
  return values;
}

/**
 * The text of a file with settings.
 * @throws StartError with `name` when the file can't be read or isn't text
 */
export function readSettingsFile(file: string, name: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw refuse(`${name} can’t be read (${code})${file === name ? '' : `: ${file}`}`);
  }
  const text = decodeText(bytes);
  if (text === undefined) throw refuse(`${name} isn’t text. Save the file as UTF-8`);
  return text;
}
