import type { DeskCheck } from '#contract/desk/work.ts';
import type { Schema } from '#server/database/schema.ts';
import { sentenceFingerprints } from '#server/fulfilment/sentence-fingerprints.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FoundLine, PieceText } from '#server/desk/find-line.ts';

type Line = Pick<FoundLine, 'order_id' | 'position' | 'details'>;

const briefText = ({ details: { brief } }: Line) => Object.values(brief).flat().join('\n');

/**
 * The sentences that a delivery reserves for its customer, by fingerprint. Sentences of the customer's own brief aren't reserved.
 */
const soldSentences = (line: Line, pieces: readonly PieceText[]): Promise<Map<bigint, string>> =>
  sentenceFingerprints(
    pieces.map(({ text }) => text),
    briefText(line),
  );

async function findPiece(pieces: readonly PieceText[], fingerprint: bigint): Promise<PieceText | undefined> {
  for (const piece of pieces) if ((await sentenceFingerprints([piece.text])).has(fingerprint)) return piece;
  return undefined;
}

const quoted = (sentence: string) => `“${sentence.length > 80 ? `${sentence.slice(0, 79)}…` : sentence}”`;

/** Checks that no other customer has received a sentence of these texts. */
export async function checkSoldOnce(
  db: Kysely<Schema>,
  line: Line,
  pieces: readonly PieceText[],
): Promise<DeskCheck[]> {
  const sentences = await soldSentences(line, pieces);
  const { rows } = await sql<{ number: string; fingerprint: bigint }>`
    select o.number, s.fingerprint from delivered_sentence s join customer_order o on o.id = s.order_id
    where s.fingerprint = any(${[...sentences.keys()]}::bigint[])
      and o.customer_id <> (select customer_id from customer_order where id = ${line.order_id}) limit 1`.execute(
    db,
  );
  const [other] = rows;
  if (!other)
    return [
      {
        key: 'soldOnce',
        ok: 'yes',
        words: 'No long sentence in this text has been delivered to another customer.',
      },
    ];
  const sentence = sentences.get(other.fingerprint) ?? '';
  const piece = await findPiece(pieces, other.fingerprint);
  return [
    {
      key: 'soldOnce',
      ok: 'no',
      words: `This sentence has already been delivered to another customer (${other.number}): ${quoted(sentence)}`,
      ...(piece ? { piece: piece.key } : {}),
    },
  ];
}

/** The write that reserves a delivery's sentences, so that no other customer gets them. */
export const keepSentences = async (line: Line, pieces: readonly PieceText[]): Promise<RawBuilder<unknown>> =>
  sql`insert into delivered_sentence (fingerprint, order_id, position)
    select fingerprint, ${line.order_id}::bigint, ${line.position}::int
    from unnest(${[...(await soldSentences(line, pieces)).keys()]}::bigint[]) as fingerprint
    on conflict do nothing`;
