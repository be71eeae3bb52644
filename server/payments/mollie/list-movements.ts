import {
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
} from '#server/payments/provider/provider.ts';
import { pageTimeoutMs, providerError } from '#server/payments/provider/provider-error.ts';
import * as z from 'zod/mini';
import type { CallMollie } from './call-mollie.ts';
import { mollieMovement, paymentOf, readMovements } from './read-movement.ts';
import type { MolliePayment } from './read-payment.ts';

type Lists = Required<Pick<PaymentProvider, 'movements' | 'contentOf'>>;
type Options = {
  /** Calls Mollie with the organization's access token, because an API key can't read balances. */
  call: CallMollie;
  livemode: boolean;
  /** Reads a payment with the API key. */
  find: (ref: string) => Promise<MolliePayment>;
};

/** Mollie's maximum page size, https://docs.mollie.com/reference/pagination. */
const pageSize = 250;
/** Payments that are read in parallel. */
const atOnce = 10;

/** The token is wrong, or lacks a permission. */
class NotAllowed extends Error {
  override name = 'NotAllowed';
}

const links = z.object({ next: z.nullish(z.object({ href: z.url() })) });
const named = z.object({ id: z.string(), paymentId: z.optional(z.string()) });

/** The lists of a settlement, and the field of each with the payment, refund or chargeback (for a capture, its payment). */
const settlementLists = [
  ['payments', 'id'],
  ['captures', 'paymentId'],
  ['refunds', 'id'],
  ['chargebacks', 'id'],
] as const;

/**
 * Lists the movements of Mollie's balances and the contents of its settlements, https://docs.mollie.com/reference/balances-api.
 */
export function listMollieMovements({ call, livemode, find }: Options): Lists {
  // a token is valid in both modes, so a test call must say so; settlements exist only in live mode
  const mode: Record<string, string> = livemode ? {} : { testmode: 'true' };

  /** A page of a list, and the first item of the next page. @throws NotAllowed, ProviderUnavailable or ProviderRefused */
  async function readPage<Item extends z.ZodMiniType>(
    path: string,
    name: string,
    item: Item,
    query: Record<string, string>,
  ): Promise<{ items: z.output<Item>[]; next: string | undefined }> {
    const asked = new URLSearchParams({ limit: String(pageSize), ...query });
    const { status, ok, answer } = await call(`${path}?${asked.toString()}`, { timeoutMs: pageTimeoutMs });
    if (status === 401 || status === 403) throw new NotAllowed(`Mollie responded with ${status}`);
    if (!ok) throw providerError(`Mollie responded with ${status}`, { status, isNewPage: false });
    const page = z.object({ _embedded: z.object({ [name]: z.array(item) }), _links: links });
    const parsed = z.safeParse(page, answer);
    if (!parsed.success) throw new ProviderUnavailable('Mollie sent a response we can’t read');
    const { _embedded: embedded, _links: pages } = parsed.data;
    const from = pages.next && new URL(pages.next.href).searchParams.get('from');
    return { items: embedded[name]!, next: from ?? undefined };
  }

  async function readAll<Item extends z.ZodMiniType>(
    path: string,
    name: string,
    item: Item,
    query: Record<string, string> = {},
  ): Promise<z.output<Item>[]> {
    const all: z.output<Item>[] = [];
    for (let from: string | undefined; ;) {
      const { items, next } = await readPage(path, name, item, { ...query, ...(from ? { from } : {}) });
      all.push(...items);
      if (next === undefined) return all;
      from = next;
    }
  }

  /** The next balance in the order of their IDs; "" gives the first. An account has at least one per currency. */
  async function balanceAfter(balance: string): Promise<string | undefined> {
    const balances = await readAll('/balances', 'balances', named, mode);
    return balances
      .map(({ id }) => id)
      .toSorted()
      .find((id) => id > balance);
  }

  /** The payments with these references, without those of the organization's other websites, which this key can't read. */
  async function findAll(refs: readonly string[]): Promise<Map<string, MolliePayment>> {
    const found = new Map<string, MolliePayment>();
    for (let first = 0; first < refs.length; first += atOnce)
      await Promise.all(
        refs.slice(first, first + atOnce).map(async (ref) => {
          try {
            found.set(ref, await find(ref));
          } catch (error) {
            if (!(error instanceof ProviderRefused)) throw error;
          }
        }),
      );
    return found;
  }

  /** Runs a call. @returns undefined when it throws one of these errors */
  async function unless<Answer>(
    errors: readonly (new (message: string) => Error)[],
    ask: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    try {
      return await ask();
    } catch (error) {
      if (errors.some((kind) => error instanceof kind)) return undefined;
      throw error;
    }
  }

  return {
    movements: ({ since, newOf }, after) =>
      unless([NotAllowed], async () => {
        // the cursor: a balance, and the first movement of the page
        const [balance = await balanceAfter(''), from] = after?.split('/') ?? [];
        if (balance === undefined) return { movements: [], next: null };
        const { items, next } = await readPage(
          `/balances/${encodeURIComponent(balance)}/transactions`,
          'balance_transactions',
          mollieMovement,
          { ...mode, ...(from === undefined ? {} : { from }) },
        );
        const recent = items.filter(({ createdAt }) => new Date(createdAt) >= since);
        const isMore = next !== undefined && recent.length === items.length;
        const added = await newOf(recent.map(({ id }) => id));
        const fresh = recent.filter(({ id }) => added.has(id));
        const payments = await findAll([...new Set(fresh.flatMap((moved) => paymentOf(moved) ?? []))]);
        return {
          movements: fresh.flatMap((moved) => readMovements(moved, payments.get(paymentOf(moved) ?? ''))),
          next: isMore ? `${balance}/${next}` : ((await balanceAfter(balance)) ?? null),
        };
      }),
    contentOf: ({ ref }) =>
      // a settlement that Mollie doesn't know must not end the import
      unless([NotAllowed, ProviderRefused], async () => {
        const lists = [];
        for (const [name, field] of settlementLists)
          lists.push(
            ...(await readAll(`/settlements/${encodeURIComponent(ref)}/${name}`, name, named)).map(
              (item) => item[field],
            ),
          );
        // complete, because Mollie closes a settlement before it pays it out
        return { by: 'about', refs: lists.filter((one) => one !== undefined), isComplete: true };
      }),
  };
}
