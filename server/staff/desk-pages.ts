import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from '#server/http/read-files.ts';
import { notFound } from '#server/http/refusal.ts';
import { sendFile } from '#server/http/send-file.ts';
import { StartError } from '#server/process/start-error.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { DeskOrigin } from './desk-origin.ts';

/** Content security policy: forbids inline scripts and styles, foreign frames, and strings assigned as HTML (Trusted Types). */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // forms.css draws the arrow of a select as a data: URL
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // for previews of emails
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * Serves the desk's app at its own host, and only to allowed networks (`answersTo`): one page for every path below /desk,
 * never cached, and hashed assets, cached for a year.
 */
export function deskPages(
  buildFolder: string,
  { byHost }: DeskOrigin,
  answersTo: (ip: string) => Promise<boolean>,
): FastifyPluginAsync {
  return async (app) => {
    const folder = join(buildFolder, 'desk');
    if (!existsSync(join(folder, 'index.html')))
      throw new StartError(
        'The desk hasn’t been built. Run npm run build, or start the shop with npm start.',
      );
    const files = readFiles(folder);
    const page = files.get('index.html')!;
    for (const path of ['/desk', '/desk/*'])
      app.get<{ Params: { '*'?: string } }>(path, async (request, reply) => {
        if (!byHost.has(request.headers.host ?? ''))
          throw notFound('The desk isn’t available at this address.');
        const name = request.params['*'] ?? '';
        if (name.startsWith('assets/')) {
          const asset = files.get(name);
          if (!asset) throw notFound('There is nothing at this address.');
          reply.header('cache-control', 'public, max-age=31536000, immutable');
          return sendFile(request, reply, asset);
        }
        // the assets above need no check: their hashed names are only in the page
        if (!(await answersTo(request.ip))) throw notFound('There is nothing at this address.');
        reply.headers({
          'cache-control': 'no-store',
          'content-security-policy': policy,
          'permissions-policy':
            'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex',
        });
        return sendFile(request, reply, page);
      });
  };
}
