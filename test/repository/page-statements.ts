import type { LogEvent } from 'kysely';
import { CompiledQuery, sql, type Kysely } from 'kysely';
import pg from 'pg';
import { slogansOrder } from '#demo/slogans-order.ts';
import type { Schema } from '#server/database/schema.ts';
import { readGauges } from '#server/operator/read-gauges.ts';
import type { Person, TestDesk } from '#test/server/open-test-desk.ts';
import type { TestShop } from '#test/server/open-test-shop.ts';
import { customerPost, uploadFile } from '#test/server/upload-file.ts';

type Statement = { sql: string; parameters: readonly unknown[] };
/** The requests of a customer with a history. The cursors are in the middle of the lists. */
export type Visit = {
  headers: Record<string, string>;
  orderNumber: string;
  linkToken: string;
  middleOrder: bigint;
  middleEntry: bigint;
};

/** Records the statements of a database; pass `onQuery` to openDatabase. */
export function listenToStatements() {
  let heard: Statement[] = [];
  return {
    onQuery: ({ query: { sql, parameters } }: LogEvent) => void heard.push({ sql, parameters }),
    async during(work: () => Promise<unknown>): Promise<Statement[]> {
      heard = [];
      await work();
      return heard.filter((statement) => /^\s*(select|with|insert|update|delete)\b/i.test(statement.sql));
    },
  };
}

/** Every statement of pages, jobs and the operator's lists, by its caller. */
export function everyPage(shop: TestShop, visit: Visit): [name: string, ask: () => Promise<unknown>][] {
  const get = (path: string) => async () => {
    const { status, body } = await shop.send('GET', path, { headers: visit.headers });
    if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
  };
  const fileOf = async () => {
    const post = customerPost(shop, visit.headers);
    const { id } = await uploadFile(post, 'logo.txt', 'text');
    await get(`/api/files/${id}`)();
    await post(`files/${id}/remove`, {});
  };
  const operate =
    (name: string, ...words: string[]) =>
    () =>
      shop.operate(name, ...words);
  return [
    ['profile', get('/api/accounts/profile')],
    ['sessions', get('/api/accounts/sessions')],
    ['my orders, newest', get('/api/orders?limit=10')],
    ['my orders, middle', get(`/api/orders?limit=10&cursor=${visit.middleOrder}`)],
    ['my orders, open', get('/api/orders?show=open&limit=50')],
    ['my orders, searched', get('/api/orders?limit=10&q=golden%20cr&service=3&month=2026-11&state=working')],
    ['my orders, done', get('/api/orders?state=done')],
    ['one order', get(`/api/orders/${visit.orderNumber}`)],
    ['a receipt', get(`/api/orders/${visit.orderNumber}/receipt`)],
    ['delivered work', get(`/api/orders/${visit.orderNumber}/lines/1/deliveries/1`)],
    ['a payment link', get(`/api/payments/${visit.linkToken}`)],
    ['statement, newest', get('/api/balance?limit=10')],
    ['statement, middle', get(`/api/balance?limit=10&cursor=${visit.middleEntry}`)],
    ['statement, what came in', get('/api/balance?limit=10&show=in')],
    ['statement, what went out', get('/api/balance?limit=10&show=out')],
    ['a monthly statement', get('/api/statements/2026-11')],
    ['files of a line', get(`/api/orders/${visit.orderNumber}/lines/1/files`)],
    ['a file, from its upload to its removal', fileOf],
    ['my messages', get('/api/support/tickets')],
    ['messages about an order', get(`/api/orders/${visit.orderNumber}/messages?cursor=1000`)],
    [
      'a message about an order',
      async () => {
        const path = `/api/orders/${visit.orderNumber}/messages`;
        const { status } = await shop.send('POST', path, {
          headers: { ...visit.headers, 'idempotency-key': crypto.randomUUID() },
          body: { text: 'When is it ready?' },
        });
        if (status !== 200) throw new Error(`${path} answered ${status}`);
      },
    ],
    [
      'a ticket, from the contact form to its messages and an answer',
      async () => {
        const body = { name: 'Ann', email: 'ann@example.com', message: 'Do you write menus?' };
        const post = (path: string, sent: object) =>
          shop.send<{ ticketNumber: string }>('POST', path, {
            headers: { ...visit.headers, 'idempotency-key': crypto.randomUUID() },
            body: sent,
          });
        const path = `/api/support/tickets/${(await post('/api/support/create-ticket', body)).body.ticketNumber}/messages`;
        const { status } = await post(path, { text: 'And books?' });
        if (status !== 200) throw new Error(`${path} answered ${status}`);
        await get(`${path}?cursor=1000`)();
      },
    ],
    ['a proposal', () => shop.send('GET', `/api/proposals/${visit.linkToken}`)],
    ['readiness', get('/api/health/ready')],
    [
      'place an order',
      async () =>
        void (await shop.placeOrder(visit.headers, { ...slogansOrder, lineIds: [crypto.randomUUID()] })),
    ],
    ['jobs', () => shop.app.jobs.drain()],
    ['operator: messages', operate('tickets')],
    ['operator: emails', operate('emails')],
    ['operator: inbox', operate('inbox')],
    ['operator: the log', operate('log')],
    ['operator: the log of an order', operate('log', 'order', visit.orderNumber)],
    ['operator: the log verified', operate('log', 'verify')],
    ['a scrape of the gauges', () => readGauges(shop.database.db, shop.now())],
  ];
}

/** Every statement of the desk's frequent calls, by call. */
export function everyDeskPage(
  desk: TestDesk,
  person: Person,
  orderNumber: string,
): [name: string, ask: () => Promise<unknown>][] {
  const ask = (method: 'GET' | 'POST', path: string, body?: object) => async () => {
    const { status, body: answer } = await desk.call(method, path, {
      cookie: person.cookie,
      ...(body ? { body } : {}),
    });
    if (status >= 300) throw new Error(`${path} answered ${status} ${JSON.stringify(answer)}`);
  };
  return [
    ['desk: who is there', ask('GET', 'session')],
    ['desk: log in', () => desk.logIn(person)],
    ['desk: an invitation', ask('POST', 'people/invite', { role: 'reader' })],
    ['desk: me', ask('GET', 'me')],
    ['desk: my sessions', ask('GET', 'me/sessions')],
    ['desk: people', ask('GET', 'people')],
    ["desk: a person's sessions", ask('GET', `people/${person.id}/sessions`)],
    ['desk: roles', ask('GET', 'roles')],
    ['desk: networks', ask('GET', 'networks')],
    ['desk: holidays', ask('GET', 'holidays')],
    ['desk: the log', ask('GET', 'log?cursor=1000')],
    ['desk: the queue', ask('GET', 'lines')],
    ['desk: the queue of a service', ask('GET', 'lines?due=week&service=3&who=me&express=1&q=Rye')],
    ['desk: work to check', ask('GET', 'lines?show=check')],
    ['desk: questions asked', ask('GET', 'lines?show=asked')],
    ['desk: work in review', ask('GET', 'lines?show=review')],
    ['desk: work on hold', ask('GET', 'lines?show=stopped')],
    ['desk: complete work', ask('GET', 'lines?show=done')],
    ['desk: a line', ask('GET', `lines/${orderNumber}/1`)],
    ['desk: a delivered version', ask('GET', `lines/${orderNumber}/1/deliveries/1`)],
    ['desk: people who write', ask('GET', 'writers')],
    ['desk: today', ask('GET', 'today')],
    ['desk: the load', ask('GET', 'reports/load')],
    ['desk: on time', ask('GET', 'reports/on-time')],
    ['desk: on time, a year', ask('GET', 'reports/on-time?days=366')],
    ['desk: answers in time', ask('GET', 'reports/answers')],
    ['desk: money by day', ask('GET', 'reports/money?days=90')],
    ['desk: next', ask('POST', 'next', {})],
    ['desk: search by number', ask('GET', `search?q=${orderNumber}`)],
    ['desk: search by name', ask('GET', 'search?q=an')],
    ['desk: the pulse', ask('POST', 'pulse', { at: `line ${orderNumber} 1`, isWriting: true })],
    ['desk: orders', ask('GET', 'orders?cursor=1000')],
    ['desk: orders of a customer', ask('GET', 'orders?customer=1')],
    [
      'desk: orders, filtered',
      ask(
        'GET',
        'orders?payment=disputed&work=onHold&service=3&from=2026-01-01&to=2026-12-31&q=gold&cursor=1000',
      ),
    ],
    ['desk: orders, searched', ask('GET', 'orders?q=gold')],
    ['desk: an order', ask('GET', `orders/${orderNumber}`)],
    ['desk: approvals that wait', ask('GET', 'approvals?cursor=1')],
    ['desk: approvals that are decided', ask('GET', 'approvals?show=decided&cursor=100000')],
    ['desk: the health of the money', ask('GET', 'money/health')],
    ['desk: payments', ask('GET', 'money/payments?cursor=1000')],
    [
      'desk: payments, filtered',
      ask('GET', 'money/payments?state=paid&paidWith=sandbox&from=2026-01-01&to=2026-12-31&cursor=1000'),
    ],
    ['desk: payments in review', ask('GET', 'money/payments?state=review&cursor=1000')],
    ['desk: disputed payments', ask('GET', 'money/payments?state=disputed&cursor=1000')],
    ['desk: a payment', ask('GET', `money/payments/${orderNumber}`)],
    ['desk: payouts and fees', ask('GET', 'money/payouts?from=2026-11-01&to=2026-11-30')],
    ['desk: a payment compared with its provider', ask('POST', `money/payments/${orderNumber}/sync`)],
    ['desk: what can be refunded', ask('GET', `orders/${orderNumber}/refundable`)],
    ['desk: a note on an order', ask('POST', `orders/${orderNumber}/notes`, { text: 'Note' })],
    ['desk: messages about an order', ask('GET', `tickets/${orderNumber}/messages?cursor=1000`)],
    [
      'desk: an answer to a customer',
      ask('POST', `tickets/${orderNumber}/messages`, { text: 'Soon.', seen: 1 }),
    ],
    ['desk: an answer called back', ask('POST', `tickets/${orderNumber}/messages/undo`)],
    ['desk: no answer needed', ask('POST', `tickets/${orderNumber}/messages/close`, { seen: 1 })],
    ...['open', 'mine', 'waiting', 'snoozed', 'closed', 'spam'].map((show): [string, () => Promise<void>] => [
      `desk: ${show} tickets`,
      ask('GET', `tickets?show=${show}&cursor=2026-11-20T10:00:00.000Z_5`),
    ]),
    ['desk: open tickets, counted', ask('GET', 'tickets')],
    ['desk: saved replies', ask('GET', 'replies')],
    ['desk: products', ask('GET', 'products')],
    ['desk: proposals about an order', ask('GET', `tickets/${orderNumber}/proposals`)],
    ['desk: a ticket', ask('GET', `tickets/${orderNumber}`)],
    ['desk: customers', ask('GET', 'customers')],
    ['desk: customers by name', ask('GET', 'customers?q=an')],
    ['desk: a customer', ask('GET', 'customers/1')],
    ['desk: a statement', ask('GET', 'customers/1/statement?cursor=1000&show=in')],
    ['desk: a note on a customer', ask('POST', 'customers/1/notes', { text: 'Note' })],
    [
      'desk: a credit',
      () =>
        ask('POST', 'customers/1/adjust', {
          requestId: crypto.randomUUID(),
          direction: 'credit',
          amount: 100,
          reason: 'Sorry',
        })(),
    ],
    ['desk: a logout of a customer', ask('POST', 'customers/1/log-out', { reason: 'Asked for it' })],
    ['desk: the log of a person', ask('GET', `log?subject=staff%20${person.id}`)],
  ];
}

/** Tables that grow with use. */
const growing = new Set(
  `customer session refresh_token idempotency_key customer_order order_line order_event delivery payment_link payment_attempt
  provider_notice refund dispute deposit ticket ledger_account ledger_balance ledger_tx ledger_transfer balance_entry audit_entry staff_session staff_challenge
  work_draft staff_note approval delivered_sentence revision_point proposal ticket_message file upload attachment`.split(
    /\s+/,
  ),
);

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Plan[];
};
export type Explained = { indexes: string[]; readsWhole: string[]; buffers: number };

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The first column of each index; null for a partial index, which may be read as a whole. */
async function leadingColumns(db: Kysely<Schema>): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ name: string; column: string | null }>`
    select c.relname as name, case when i.indpred is null then a.attname end as column
    from pg_index i join pg_class c on c.oid = i.indexrelid
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`.execute(db);
  return new Map(rows.map(({ name, column }) => [name, column]));
}

/**
 * Whether a plan's node reads a whole table or index: a condition that doesn't limit the index's first column reads all of it.
 */
function readsAll(node: Plan, leading: ReadonlyMap<string, string | null>): boolean {
  const pages = (node['Shared Hit Blocks'] ?? 1) + (node['Shared Read Blocks'] ?? 1);
  if (pages === 0) return false;
  if (node['Node Type'] === 'Seq Scan') return growing.has(node['Relation Name'] ?? '');
  const name = node['Index Name'];
  if (name === undefined || !/^(Bitmap )?Index( Only)? Scan/.test(node['Node Type'])) return false;
  const first = leading.get(name);
  const table = node['Relation Name'];
  if (!first || (table !== undefined && !growing.has(table))) return false;
  return !new RegExp(`\\b${first}\\b`).test(node['Index Cond'] ?? '');
}

type Value =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Buffer
  | (string | number | Date | Buffer | null)[]
  | null
  | undefined;

/** A value as SQL, because EXECUTE accepts no bound parameters. */
function literal(value: Value): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`);
  if (Array.isArray(value)) {
    const items = value.map((item) => {
      if (item === null) return 'null';
      const text =
        item instanceof Date
          ? item.toISOString()
          : Buffer.isBuffer(item)
            ? `\\x${item.toString('hex')}`
            : String(item);
      return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
    });
    return pg.escapeLiteral(`{${items.join(',')}}`);
  }
  return pg.escapeLiteral(String(value));
}

/**
 * How a statement runs: its indexes, the growing tables that it reads as a whole, and the 8 KB pages that it reads (writes are
 * planned, not run). `avoidScans`: disables full scans where an index exists, so that a small table gets the plan of a large one.
 * `isGeneral`: uses the generic plan to which a prepared statement may switch.
 */
export async function explain(
  db: Kysely<Schema>,
  { sql: text, parameters }: Statement,
  options: { avoidScans: boolean; isGeneral?: boolean },
): Promise<Explained> {
  const isRead =
    !/\b(insert into|update|delete from|for update|for no key update)\b|\bunpaid_orders_of\(|ledger_post\(/i.test(
      text,
    );
  const how = isRead ? 'analyze, buffers, format json' : 'format json';
  return db.connection().execute(async (connection) => {
    if (options.avoidScans) await sql`set enable_seqscan = off`.execute(connection);
    if (options.isGeneral) await sql`set plan_cache_mode = force_generic_plan`.execute(connection);
    const prepared = options.isGeneral && parameters.length > 0;
    if (prepared) await connection.executeQuery(CompiledQuery.raw(`prepare general as ${text}`));
    try {
      const { rows } = await connection.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        prepared
          ? CompiledQuery.raw(
              `explain (${how}) execute general(${(parameters as Value[]).map(literal).join(', ')})`,
            )
          : CompiledQuery.raw(`explain (${how}) ${text}`, [...parameters]),
      );
      const root = rows[0]!['QUERY PLAN'][0].Plan;
      const nodes = nodesOf(root);
      const leading = await leadingColumns(connection);
      const readsWhole = nodes.filter((node) => readsAll(node, leading));
      return {
        indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
        readsWhole: readsWhole.map((node) => node['Relation Name'] ?? node['Index Name']!),
        buffers: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
      };
    } finally {
      if (prepared) await sql`deallocate general`.execute(connection);
      await sql`reset plan_cache_mode`.execute(connection);
      await sql`reset enable_seqscan`.execute(connection);
    }
  });
}
