import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { StartError } from '#server/process/start-error.ts';
import { sendProblem } from './problem-replies.ts';
import { readFiles, rewrite } from './read-files.ts';
import { keepHolidays } from './show-holidays.ts';
import { sendFile } from './send-file.ts';

/** Personal pages. They aren't indexed and send no Referer. In any letter case, because the browser's router ignores case. */
const privatePage = /^\/(?:pay|cart|account|cabinet)(?:\/|$)/i;

/** The address of a page without final slashes. A path that starts with several slashes would name another host. */
function addressOf(url: string): string {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  return `/${path.split('/').filter(Boolean).join('/')}${url.slice(path.length)}`;
}

/** The path of the file with the page at this address. */
function pageAt(address: string): string {
  const [path = ''] = address.split('?', 1);
  return path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
}

const isApi = (url: string) => /^\/api(?:\/|$)/i.test(url);
const nothingHere = 'We can’t find this page.';
const notFoundPage = '404.html';

// React leaves unknown elements in the body unchanged. Every page's style sheet styles this element.
const testModeBar =
  '<aside aria-label="Test mode" class="test-mode">Test mode: no real money is taken. Only automatic results are delivered.</aside>';
const withTestModeBar = (html: string) => html.replace(/<body[^>]*>/, (body) => body + testModeBar);

/**
 * Serves the built storefront: hashed assets, cached for a year; pages with their own policy, revalidated each time; files
 * compressed as the browser accepts. Unknown paths get the not-found page with 404. In a public test, every page tells that the
 * shop takes test money.
 */
export function storefront(folder: string, isPublicTest: boolean): FastifyPluginAsync {
  return async (app) => {
    if (!existsSync(join(folder, 'client-csp.json')))
      throw new StartError(
        'The storefront hasn’t been built. Run npm run build, or start the shop with npm start.',
      );
    const files = readFiles(join(folder, 'client'));
    if (isPublicTest)
      for (const [name, file] of files)
        if (name.endsWith('.html')) files.set(name, rewrite(file, withTestModeBar));
    const showHolidays = keepHolidays(files);
    const { pages: policies } = JSON.parse(readFileSync(join(folder, 'client-csp.json'), 'utf8')) as {
      pages: Record<string, string>;
    };

    function sendPage(request: FastifyRequest, reply: FastifyReply, name: string, path: string) {
      showHolidays();
      const policy = policies[name];
      if (policy) reply.header('content-security-policy', policy);
      if (privatePage.test(path))
        reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
      return sendFile(request, reply.header('cache-control', 'no-cache'), files.get(name)!);
    }

    // A form that was sent without scripts is redirected to its page, which tells that it needs scripts. The body isn't read,
    // because it can contain a password. A page without a Referer sends no Origin either.
    app.route({
      method: 'POST',
      url: '/*',
      config: { changesNothing: true },
      onRequest: async (request, reply) => {
        const address = addressOf(request.url);
        return files.has(pageAt(address))
          ? reply.header('cache-control', 'no-store').redirect(address, 303)
          : sendProblem(reply, 404, nothingHere);
      },
      handler: () => undefined,
    });

    app.get('/*', (request, reply) => {
      if (isApi(request.url)) return sendProblem(reply, 404, 'This endpoint doesn’t exist.');
      const [path] = request.url.split('?', 1) as [string];
      if (path.length > 1 && path.endsWith('/')) return reply.redirect(addressOf(request.url), 308);
      const [name, page] = [path.slice(1), pageAt(path)];
      if (files.has(page)) return sendPage(request, reply, page, path);
      const file = files.get(name);
      if (file && !name.endsWith('.html')) {
        const forever = name.startsWith('assets/');
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
        return sendFile(request, reply, file);
      }
      return sendPage(request, reply.code(404), notFoundPage, path);
    });

    app.setNotFoundHandler((_request, reply) => sendProblem(reply, 404, nothingHere));
  };
}
