import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseVariant, type StoredFile } from './read-files.ts';

/** Sends a stored file in the smallest encoding that the browser accepts, or 304 when the browser has the file. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile) {
  const { body, etag, encoding } = chooseVariant(file, request.headers['accept-encoding']);
  reply.header('etag', etag).header('vary', 'accept-encoding');
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (reply.statusCode === 200 && known?.includes(etag)) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(body);
}
