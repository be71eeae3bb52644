import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from '#server/http/read-files.ts';
import { notFound } from '#server/http/refusal.ts';
import { sendFile } from '#server/http/send-file.ts';
import { StartError } from '#server/process/start-error.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { DeskOrigin } from './desk-origin.ts';

/** No inline script or style, no frame, and no text that becomes HTML. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // forms.css draws the arrow of a select
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * Serves the staff's app at its own address only: one page for every path below /desk, never stored, and hashed assets for a year.
 */
export function deskPages(buildFolder: string, { byHost }: DeskOrigin): FastifyPluginAsync {
  return async (app) => {
    const folder = join(buildFolder, 'desk');
    if (!existsSync(join(folder, 'index.html')))
      throw new StartError(
        'The desk hasn’t been built. Run npm run build, or start the shop with npm start.',
      );
    const files = readFiles(folder);
    const page = files.get('index.html')!;
    for (const path of ['/desk', '/desk/*'])
      app.get<{ Params: { '*'?: string } }>(path, (request, reply) => {
        if (!byHost.has(request.headers.host ?? '')) throw notFound('The desk has another address.');
        const name = request.params['*'] ?? '';
        if (name.startsWith('assets/')) {
          const asset = files.get(name);
          if (!asset) throw notFound('There is nothing at this address.');
          reply.header('cache-control', 'public, max-age=31536000, immutable');
          return sendFile(request, reply, asset);
        }
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
