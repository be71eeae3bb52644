import { createHash } from 'node:crypto';
import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { bytesOf, type Endpoint, type Permission } from '#contract/endpoint.ts';
import { endpoints } from '#contract/storefront/endpoints.ts';
import { memoizeByKey } from '#contract/memoize-by-key.ts';
import { shop } from '#contract/shop.ts';
import type { FastifyPluginAsync } from 'fastify';
import { escapeHtml } from './escape-html.ts';
import { openApi } from './open-api.ts';
import { refuseOtherMethods } from './refuse-other-methods.ts';

const style = `
:root{color-scheme:light dark;--ink:#17161c;--bg:#fff;--surface:#f6f5f2;--muted:#54515c;--line:#dddad2;--red:#e3262b;--focus:#1d4e9e}
@media (prefers-color-scheme:dark){:root{--ink:#f5f3ef;--bg:#121116;--surface:#1a191f;--muted:#bab6c1;--line:#34313b;--red:#ff4d4a;--focus:#93b8ff}}
body{margin:0;border-top:3px solid var(--red);background:var(--bg);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}
main{max-width:52rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:2rem;letter-spacing:-.02em;line-height:1.15}
h2{font-size:1.0625rem;margin:2.5rem 0 .25rem;overflow-wrap:anywhere}
code,pre{font-family:ui-monospace,monospace;font-size:.875rem}
pre{background:var(--surface);border:1px solid var(--line);border-radius:.5rem;padding:1rem;overflow:auto;max-height:28rem}
p{margin:.25rem 0;color:var(--muted)}
a,summary{color:inherit}
summary{cursor:pointer;padding:.25rem 0}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`.replaceAll('\n', '');

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

const callers: Record<Permission, string> = {
  anyone: 'Anyone',
  customer: 'Logged-in customer (Authorization: Bearer access token)',
  anyoneOrCustomer: 'Anyone; a customer who sends an access token is recognized',
};

type Description = ReturnType<typeof openApi>;
type Operation = {
  requestBody?: { content: { 'application/json'?: { schema: unknown } } };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
};

const schemaDetails = (title: string, schema: unknown) =>
  schema === undefined
    ? ''
    : `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`;

function section(name: string, endpoint: Endpoint, description: Description): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
  const operation = description.paths[path]?.[endpoint.method.toLowerCase()] as Operation;
  const bytes = bytesOf(endpoint.body);
  return `<section id="${name}"><h2><code>${endpoint.method} ${escapeHtml(path)}</code></h2><p>${escapeHtml(endpoint.summary)}.</p><p>${callers[endpoint.may]}. ${bytes ? `Accepts ${bytes}. ` : ''}Returns ${endpoint.status}.</p>${schemaDetails('Body', operation.requestBody?.content['application/json']?.schema)}${schemaDetails('Response', operation.responses[endpoint.status]?.content?.['application/json']?.schema)}</section>`;
}

function documentationPage(description: Description): string {
  const sections = (Object.entries(endpoints) as [string, Endpoint][]).map(([name, endpoint]) =>
    section(name, endpoint, description),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(shop.name)} API</title><link rel="icon" href="data:,"><style>${style}</style></head><body><main><h1>${escapeHtml(shop.name)} API</h1><p>JSON over HTTP. Amounts are integers in minor units, such as cents. Times are ISO 8601, UTC. Paths are case-insensitive. Errors are <code>application/problem+json</code> with a map of fields to messages. OpenAPI description: <a href="/api/openapi.json">openapi.json</a>.</p>${sections.join('')}${schemaDetails('Schemas for order details', description.components.schemas)}</main></body></html>`;
}

/** Serves the OpenAPI 3.1 description at /api/openapi.json, and a readable page of it at /api/docs. */
export function apiDocumentation(publicUrl: string, catalogue: () => Catalogue): FastifyPluginAsync {
  return async (app) => {
    const describe = memoizeByKey((sold: Catalogue) => {
      const description = openApi(publicUrl, sold);
      return { json: JSON.stringify(description), html: documentationPage(description) };
    });
    app.get('/api/openapi.json', (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(describe(catalogue()).json),
    );
    for (const path of ['/api/openapi.json', '/api/docs']) refuseOtherMethods(app, path, ['GET', 'HEAD']);
    app.get('/api/docs', (_request, reply) =>
      reply
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(describe(catalogue()).html),
    );
  };
}
