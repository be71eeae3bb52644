import type { Config } from '#server/process/config.ts';
import * as z from 'zod/mini';
import { ReaderFailure, type SecondReader } from './second-reader.ts';

/** Maximum length of an answer (bytes). A match takes about 2 KB, and few matches are kept. */
const longestAnswer = 4 * 1024 * 1024;

/** The used parts of an answer (https://languagetool.org/http-api/). */
const checked = z.object({
  matches: z.array(
    z.object({
      message: z.string(),
      offset: z.int(),
      length: z.int(),
      context: z.object({ text: z.string(), offset: z.int(), length: z.int() }),
      replacements: z.array(z.object({ value: z.string() })),
      rule: z.object({ issueType: z.string() }),
    }),
  ),
});

async function readBody({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  if (!body) return '';
  for await (const part of body as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > longestAnswer) throw new ReaderFailure('The answer of LanguageTool is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

// Throws errors of its own, because those of JSON.parse and of the schema may quote the answer, which quotes the customer.
function parseAnswer(body: string): z.output<typeof checked> {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    throw new ReaderFailure('The answer of LanguageTool isn’t JSON');
  }
  const parsed = z.safeParse(checked, answer);
  if (!parsed.success) throw new ReaderFailure('The answer of LanguageTool has another form');
  return parsed.data;
}

/** The name or code of a connection's error, such as ECONNREFUSED or TimeoutError. */
const nameOf = (error: unknown) => {
  const { name, cause } = error as Error;
  return (cause as { code?: string } | undefined)?.code ?? name;
};

/** A second reader that uses the operator's own LanguageTool server at this origin. */
export const languageTool = (origin: string): SecondReader => ({
  by: 'LanguageTool',
  async read(text, language, signal) {
    let body: string;
    try {
      const response = await fetch(`${origin}/v2/check`, {
        method: 'POST',
        body: new URLSearchParams({ text, language }),
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new ReaderFailure(`LanguageTool responded with ${response.status}`);
      }
      body = await readBody(response);
    } catch (error) {
      if (error instanceof ReaderFailure) throw error;
      throw new ReaderFailure(`LanguageTool can’t be reached (${nameOf(error)})`);
    }
    return parseAnswer(body).matches.map(({ message, offset, length, context, replacements, rule }) => ({
      start: offset,
      end: offset + length,
      quote: context.text.slice(context.offset, context.offset + context.length),
      isSpelling: rule.issueType === 'misspelling',
      message,
      suggestions: replacements.map(({ value }) => value),
    }));
  },
});

/** The second reader that the settings configure; undefined without one. */
export const secondReaderOf = ({
  languageTool: origin,
}: Pick<Config, 'languageTool'>): SecondReader | undefined =>
  origin === undefined ? undefined : languageTool(origin);
