import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { bodySchema, bytesOf, type Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/storefront/endpoints.ts';
import { orderDetailsSchema } from '#contract/catalogue/order-details.ts';
import { shop } from '#contract/shop.ts';
import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;

const toSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
};

const problemContent = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};
/** An endpoint of the shop's or the desk's table. */
type Described = Omit<Endpoint, 'path' | 'may'> & { path: string; may: string; fresh?: true };
/** How callers of a table authenticate. `refusal`: the description of the 401 answer. */
type Security = { name: 'bearer' | 'cookie'; scheme: JsonSchema; refusal: string };

const isOpen = ({ may }: Described) => may === 'anyone' || may === 'anyoneOrCustomer';
const isStaffOnly = ({ may }: Described) => !/^(?:anyone|customer|anyoneOrCustomer)$/.test(may);
/** The desk permission that a call requires; undefined without one. */
const permissionOf = (endpoint: Described) =>
  isStaffOnly(endpoint) && endpoint.may !== 'staff' ? endpoint.may : undefined;

const refusals: Record<string, string> = {
  400: 'Invalid request; "errors" lists the messages for each field',
  403: 'Not allowed; "needs" names the missing permission',
  404: 'Not found',
  413: 'Request body too large',
  415: 'Unsupported media type',
  422: 'Idempotency-Key already used for a different request',
  429: 'Too many requests; see Retry-After',
  503: 'Temporarily unavailable; see Retry-After',
};

// A binary body has no schema (OpenAPI 3.1, "Considerations for File Uploads").
const contentOf = (answer: NonNullable<Endpoint['answer']>) =>
  'bytes' in answer ? { [answer.bytes]: {} } : { 'application/json': { schema: toSchema(answer, 'output') } };

function responses(endpoint: Described, security: Security) {
  const { status, answer, body, params, idempotent } = endpoint;
  const possible = [
    ...(body || params ? ['400'] : []),
    ...(isOpen(endpoint) ? [] : ['401']),
    ...(permissionOf(endpoint) ? ['403'] : []),
    ...(params ? ['404'] : []),
    ...(body ? ['413', '415'] : []),
    ...(idempotent ? ['422'] : []),
    '429',
    '503',
  ];
  return {
    [status]: {
      description: 'Success',
      ...(answer ? { content: contentOf(answer) } : {}),
    },
    ...Object.fromEntries(
      possible.map((code) => [
        code,
        { description: refusals[code] ?? security.refusal, content: problemContent },
      ]),
    ),
  };
}

function parameters({ params, query, idempotent }: Described) {
  const located = (schema: z.ZodMiniType | undefined, where: 'path' | 'query') => {
    const properties = (schema ? toSchema(schema, 'input')['properties'] : {}) as Record<string, JsonSchema>;
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: where,
      required: where === 'path',
      schema: property,
    }));
  };
  return [
    ...located(params, 'path'),
    ...located(query, 'query'),
    ...(idempotent
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            schema: { type: 'string', maxLength: 200 },
          },
        ]
      : []),
  ];
}

const detailsName = (name: string) => `${name}Details`;

function bodyContent(name: string, body: z.ZodMiniType, { products }: Catalogue): JsonSchema {
  const schema = toSchema(body, 'input');
  if (name !== 'placeOrder') return schema;
  // each order line has the schema of its own order type
  const properties = schema['properties'] as Record<string, JsonSchema>;
  const items = {
    anyOf: products.map((product) => ({ $ref: `#/components/schemas/${detailsName(product.name)}` })),
  };
  return { ...schema, properties: { ...properties, orderDetails: { ...properties['orderDetails'], items } } };
}

function operation(name: string, endpoint: Described, security: Security, catalogue: Catalogue) {
  const permission = permissionOf(endpoint);
  const body = bodySchema(endpoint, catalogue);
  const bytes = bytesOf(endpoint.body);
  return {
    operationId: name,
    summary: endpoint.summary,
    parameters: parameters(endpoint),
    ...(isOpen(endpoint) ? {} : { security: [{ [security.name]: [] }] }),
    ...(permission ? { 'x-permission': permission } : {}),
    ...(endpoint.fresh ? { 'x-needs-proof': true } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: bodyContent(name, body, catalogue) } },
          },
        }
      : {}),
    ...(bytes ? { requestBody: { required: true, content: { [bytes]: {} } } } : {}),
    responses: responses(endpoint, security),
  };
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'object',
      description:
        'Maps each field to its messages. The key "" has the messages that don’t apply to a single field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
};

/** The OpenAPI 3.1 description of an endpoint table, built from the validating schemas. */
export function describeTable(
  title: string,
  origin: string,
  table: Record<string, Described>,
  security: Security,
  catalogue: Catalogue,
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(table)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(name, endpoint, security, catalogue);
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: 'Amounts are integers in minor units, such as cents. Times are ISO 8601, UTC.',
    },
    servers: [{ url: origin }],
    paths,
    components: {
      securitySchemes: { [security.name]: security.scheme },
      schemas: { Problem: problemSchema } as JsonSchema,
    },
  };
}

/** The description of the shop's calls, with the order details of each product. */
export function openApi(publicUrl: string, catalogue: Catalogue) {
  const scheme = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };
  const description = describeTable(
    `${shop.name} API`,
    publicUrl,
    endpoints,
    { name: 'bearer', scheme, refusal: 'Missing or invalid access token' },
    catalogue,
  );
  for (const product of catalogue.products)
    description.components.schemas[detailsName(product.name)] = toSchema(
      orderDetailsSchema(product),
      'input',
    );
  return description;
}
