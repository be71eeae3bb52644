import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { status?: number; headers?: Record<string, string>; body: string };
type Match = { message?: string; values?: string[]; quote?: string; issueType?: string };

/** A match about this word in the text, in LanguageTool's format. `quote`: the passage that the match claims to be about. */
export function matchOf(text: string, word: string, match: Match = {}) {
  const { message = `“${word}” may be wrong.`, values = [], quote = word, issueType = 'grammar' } = match;
  return {
    message,
    shortMessage: '',
    offset: text.indexOf(word),
    length: word.length,
    replacements: values.map((value) => ({ value })),
    context: { text: `...of ${quote} and...`, offset: 6, length: quote.length },
    sentence: text,
    type: { typeName: 'Other' },
    rule: { id: 'RULE', description: 'A rule', issueType, category: { id: 'GRAMMAR', name: 'Grammar' } },
    ignoreForIncompleteSentence: false,
    contextForSureMatch: 0,
  };
}

/** The answer with these matches. */
export const answerWith = (...matches: ReturnType<typeof matchOf>[]): Answer => ({
  body: JSON.stringify({ software: { name: 'LanguageTool', apiVersion: 1 }, language: {}, matches }),
});

/** A fake of a LanguageTool server on a local port, with an answer that the test sets. */
export async function openLanguageToolFake() {
  const fake = {
    url: '',
    calls: [] as { path: string | undefined; form: Record<string, string> }[],
    /** Answers about a text. A promise that never settles makes the server hang. */
    answer: (_text: string): Answer | Promise<Answer> => answerWith(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString('utf8')));
    fake.calls.push({ path: `${request.method} ${request.url}`, form });
    const { status = 200, headers = {}, body } = await fake.answer(form['text'] ?? '');
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  }
  // ignores errors, because a client that gives up breaks the connection
  const server = createServer((request, response) => void respond(request, response).catch(() => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}
