import type { LogEvent } from 'kysely';

export const orderPrice = 12_900n;

export type Captured = { sql: string; parameters: readonly unknown[] };

/** Records the statements that run through a database's `db`. */
export function statementRecorder() {
  let heard: Captured[] = [];
  return {
    onQuery: ({ query: { sql, parameters } }: LogEvent) => void heard.push({ sql, parameters }),
    /** Runs `work` and returns its statements with parameters, in order. */
    async during(work: () => Promise<unknown>): Promise<Captured[]> {
      heard = [];
      await work();
      return heard.filter(({ parameters }) => parameters.length > 0);
    },
  };
}

/** Replaces each key of `others` by its value: where it is a whole parameter, or a part of a text parameter. */
export function substitute(parameters: readonly unknown[], others: ReadonlyMap<unknown, unknown>): unknown[] {
  return parameters.map((parameter) => {
    if (others.has(parameter)) return others.get(parameter);
    if (typeof parameter !== 'string') return parameter;
    let text = parameter;
    for (const [from, to] of others)
      if (typeof from === 'string' && typeof to === 'string') text = text.replaceAll(from, to);
    return text;
  });
}
