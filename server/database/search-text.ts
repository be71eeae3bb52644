import { type RawBuilder, sql } from 'kysely';

/** Letters without a decomposition, and how people type them on another keyboard. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/**
 * The form of a text in which the desk's search compares: compatibility forms, accents, letter case and invisible characters
 * don't count.
 */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{DI}]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþıħ]/g, (letter) => plainLetters[letter]!);

/** Maximum length of a word (characters), because PostgreSQL's lexemes have at most 2 KB. */
const longest = 100;
const cut = (word: string) => word.slice(0, longest).toWellFormed();

/** The words of a text, each as a whole and in its parts: "O’Neill" is oneill, o and neill. */
const wordsOf = (text: string) =>
  fold(text)
    .split(/\s+/u)
    .map((word) => word.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((pieces) => pieces.length > 0)
    .map((pieces) => ({ whole: cut(pieces.join('')), pieces: pieces.map(cut) }));

/** Two letters for a letter with an umlaut, a ring or a stroke, as people without its key type it. */
const twoLetters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
const spellOut = (text: string) =>
  text.normalize('NFC').replaceAll(/[äöüåø]/giu, (letter) => twoLetters[letter.toLowerCase()]!);
/** The words of a text in both spellings: Müller is muller and mueller. Both lists have the same length. */
const spellings = (text: string) => [wordsOf(text), wordsOf(spellOut(text))] as const;

const allWords = (texts: readonly (string | null)[]) =>
  Array.from(
    new Set(
      texts
        .flatMap((text) => spellings(text ?? '').flat())
        .flatMap(({ whole, pieces }) => [whole, ...pieces]),
    ),
  );

/** The kinds of rows that the desk's search finds. */
export type Findable = 'customer' | 'order' | 'ticket' | 'deposit';

/** The write that indexes rows for the search by their texts. `ids`: an SQL query for their IDs. */
export const makeFindable = (
  kind: Findable,
  ids: RawBuilder<unknown>,
  texts: readonly string[],
): RawBuilder<unknown> =>
  sql`insert into search_text (kind, id, words) select ${kind}, id, array_to_tsvector(${allWords(texts)}::text[]) from (${ids}) as found
    on conflict (kind, id) do update set words = excluded.words`;

/** The write that indexes many rows, each with its own texts. */
export const makeAllFindable = (
  kind: Findable,
  rows: readonly { id: bigint; texts: (string | null)[] }[],
): RawBuilder<unknown> => {
  const entries = rows.map(({ id, texts }) => ({ id: String(id), words: allWords(texts) }));
  return sql`insert into search_text (kind, id, words) select ${kind}, id, array_to_tsvector(words)
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as new(id bigint, words text[])`;
};

/** The write that adds the words of more texts to indexed rows. */
export const addWords = (
  kind: Findable,
  rows: readonly { id: bigint; texts: (string | null)[] }[],
): RawBuilder<unknown> => {
  const entries = rows.map(({ id, texts }) => ({ id: String(id), words: allWords(texts) }));
  return sql`update search_text set words = search_text.words || array_to_tsvector(new.words)
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as new(id bigint, words text[])
    where search_text.kind = ${kind} and search_text.id = new.id`;
};

/** Whether each of the typed words is the beginning of a word of the text, as the desk's search compares. */
export function hasWords(text: string, typed: string): boolean {
  const words = allWords([text]);
  const begins = (start: string) => words.some((word) => word.startsWith(start));
  const isThere = (asked: ReturnType<typeof wordsOf>) =>
    asked.length > 0 && asked.every(({ whole, pieces }) => begins(whole) || pieces.every(begins));
  return spellings(typed).some(isThere);
}

/**
 * SQL condition on a column of search_text: for each of the typed words, it has a word that begins with it, in any order. False
 * for typed text without letters and digits.
 */
export function beginsWith(words: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const start = (word: string) => `'${word}':*`;
  const queryOf = (asked: ReturnType<typeof wordsOf>) =>
    asked
      .map(({ whole, pieces }) =>
        pieces.length === 1 ? start(whole) : `(${start(whole)} | (${pieces.map(start).join(' & ')}))`,
      )
      .join(' & ');
  const query = [...new Set(spellings(typed).map(queryOf))]
    .map((one) => (one === '' ? '' : `(${one})`))
    .join(' | ');
  return query === '' ? sql`false` : sql`${words} @@ ${query}::tsquery`;
}
