import { withoutHeadingMarks } from '#contract/markdown.ts';
import type { AskedPoint } from '#contract/storefront/revision-points.ts';
import type { DeliveredPiece } from '#contract/storefront/fulfilment.ts';
import type { BodyOf } from '#contract/storefront/endpoints.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Schema } from '#server/database/schema.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { OrderDeps } from '#server/orders/order-deps.ts';
import type { Actor } from '#server/process/actor.ts';
import { readNumber } from '#server/process/readable-number.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { moveLineIn } from './move-line.ts';
import { placePassage } from './place-passage.ts';

type Place = { number: string; position: number };
/** A requested change as it is stored. */
type Placed = Pick<AskedPoint, 'note'> & {
  piece: string | null;
  label: string;
  passage: AskedPoint['passage'];
};
type Delivered = {
  order_id: bigint;
  version: number;
  text: string | null;
  pieces: DeliveredPiece[] | null;
};

async function findNewest(
  tx: Kysely<Schema>,
  customerId: bigint,
  { number, position }: Place,
): Promise<Delivered | undefined> {
  const { rows } = await sql<Delivered>`
    select d.order_id, d.version, d.text, d.pieces from delivery d join customer_order o on o.id = d.order_id
    where o.number = ${readNumber('R', number) ?? ''} and o.customer_id = ${customerId} and d.position = ${position}
    order by d.version desc limit 1`.execute(tx);
  return rows[0];
}

/**
 * Finds the piece and passage of a requested change in the version.
 * @throws Refusal that names the change
 */
function placePoint({ piece: key, passage, note }: AskedPoint, index: number, newest: Delivered): Placed {
  const refuse = (why: string) => new Refusal({ [`points.${index}`]: [why] });
  const piece = key === undefined ? undefined : newest.pieces?.find((one) => one.key === key);
  if (key !== undefined && !piece)
    throw refuse(`Change ${index + 1} refers to a part that isn’t in this version. Remove this change`);
  const where = { piece: piece?.key ?? null, label: piece?.label ?? '', note };
  if (!passage) return { ...where, passage: undefined };
  // a version without pieces is one text
  const text = piece ? piece.text : newest.pieces === null ? (newest.text ?? '') : '';
  const placed = placePassage(text, passage);
  if (!placed)
    throw refuse(`The words you selected for change ${index + 1} aren’t in this version. Select them again`);
  return { ...where, passage: placed };
}

function aboutWords({ label, passage }: Placed): string {
  const quote = passage ? `“${withoutHeadingMarks(passage.quote)}”` : '';
  return [label, quote].filter((part) => part !== '').join(', ');
}

/** All requested changes as one text, for emails and the order's history. */
export function pointsText(points: readonly Placed[]): string {
  if (points.length === 1 && points[0] && aboutWords(points[0]) === '') return points[0].note;
  return points
    .map((point, index) => {
      const about = aboutWords(point);
      return `${index + 1}. ${about === '' ? '' : `${about}: `}${point.note}`;
    })
    .join('\n');
}

const pointRow = (
  { order_id: orderId, version }: Delivered,
  position: number,
  { piece, passage, note }: Placed,
  index: number,
  now: Date,
): RawBuilder<unknown> =>
  sql`(${orderId}::bigint, ${position}::int, ${version}::int, ${index + 1}::int, ${piece}, ${passage?.start ?? null}::int,
    ${passage?.end ?? null}::int, ${passage?.quote ?? null}, ${note}, ${now}::timestamptz)`;

/**
 * Requests a revision of the newest version, with numbered changes.
 * @throws Refusal when the quoted words aren't in that version
 * @throws ProblemReply 404; 409 when the line can't be revised or has a newer version than the one in the request
 */
export async function askForRevision(
  deps: OrderDeps,
  customerId: bigint,
  place: Place,
  { version, points = [], text, files }: BodyOf<'requestRevision'>,
): Promise<undefined> {
  await inTransaction(deps.db, async (tx) => {
    const newest = await findNewest(tx, customerId, place);
    const isRead = newest && (version === undefined || version === newest.version);
    const placed = isRead ? points.map((point, index) => placePoint(point, index, newest)) : [];
    const all = [
      ...placed,
      ...(text === undefined ? [] : [{ piece: null, label: '', passage: undefined, note: text }]),
    ];
    const by: Actor = { kind: 'customer', id: customerId };
    const request = { ...place, move: 'revise' as const, by, reason: pointsText(all), files };
    const seen = version ?? newest?.version;
    await moveLineIn(
      tx,
      deps,
      seen === undefined ? request : { ...request, version: seen },
      newest
        ? [
            sql`insert into revision_point (order_id, position, version, point, piece, quote_start, quote_end, quote, note, asked_at)
              values ${sql.join(all.map((point, index) => pointRow(newest, place.position, point, index, deps.clock())))}`,
          ]
        : [],
    );
  });
  deps.jobs.wake();
  return undefined;
}
