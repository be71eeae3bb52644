import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { StartError } from '#server/start-error.ts';
import { sendProblem } from './problem-replies.ts';

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));

/** Pages that are someone's own: no search engine lists them, and no link leaks from their address. */
const privatePage = /^\/(?:pay|cart|account|cabinet)(?:\/|$)/;

const isApi = (url: string) => /^\/api(?:\/|$)/i.test(url);
const nothingHere = 'There is nothing at this address.';
const notFoundPage = '404.html';

// React leaves what it does not know in the body where it is; its look is in the style sheet of every page.
const testModeBar =
  '<aside aria-label="Test mode" class="test-mode">Test mode: no real money is taken, and nothing ordered here is delivered.</aside>';
const withTestModeBar = (html: string) => html.replace(/<body[^>]*>/, (body) => body + testModeBar);

/**
 * Serves the built storefront: hashed assets for a year, pages fresh each time under their own policy, pre-compressed
 * files where they stand; unknown paths get the not-found page with status 404. In a public test every page says so.
 */
export function storefront(folder: string, isPublicTest: boolean): FastifyPluginAsync {
  return async (app) => {
    const client = join(folder, 'client');
    if (!existsSync(join(folder, 'client-csp.json')))
      throw new StartError(
        'The storefront is not built: run npm run build, or start the shop with npm start.',
      );
    const files = new Set(listFiles(client));
    const { pages: policies } = JSON.parse(readFileSync(join(folder, 'client-csp.json'), 'utf8')) as {
      pages: Record<string, string>;
    };

    await app.register(fastifyStatic, {
      root: client,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      etag: true,
      lastModified: false,
    });

    function sendPage(reply: FastifyReply, file: string, path: string, status: number) {
      const policy = policies[file];
      if (policy) reply.header('content-security-policy', policy);
      if (privatePage.test(path))
        reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
      reply.code(status).header('cache-control', 'no-cache');
      if (!isPublicTest) return reply.sendFile(file);
      return reply
        .type('text/html; charset=utf-8')
        .send(withTestModeBar(readFileSync(join(client, file), 'utf8')));
    }

    app.get('/*', (request, reply) => {
      if (isApi(request.url)) return sendProblem(reply, 404, nothingHere);
      const [path, query] = request.url.split('?', 2) as [string, string?];
      if (path.length > 1 && path.endsWith('/')) {
        // several slashes would make another host's address of it
        const target = `/${path.split('/').filter(Boolean).join('/')}`;
        return reply.redirect(query === undefined ? target : `${target}?${query}`, 308);
      }
      const file = path.slice(1);
      const page = file === '' ? 'index.html' : `${file}/index.html`;
      if (files.has(page)) return sendPage(reply, page, path, 200);
      if (files.has(file) && !file.endsWith('.html')) {
        const forever = file.startsWith('assets/');
        return reply
          .header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
          .sendFile(file);
      }
      return sendPage(reply, notFoundPage, path, 404);
    });

    app.setNotFoundHandler((_request, reply) => sendProblem(reply, 404, nothingHere));
  };
}
