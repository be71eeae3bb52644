import type { Catalogue } from '#contract/catalogue/catalogue.ts';
import { csvStart } from '#contract/csv-cell.ts';
import { exportDatabase } from '#server/database/export-database.ts';
import { describeMove } from '#server/database/move-data.ts';
import type { Database } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';
import { writeInOneStatement } from '#server/database/write-in-one-statement.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import type { Clock } from '#server/process/clock.ts';
import { type Kysely, sql } from 'kysely';
import { auditEntry } from './audit-entry.ts';
import { findBreaks, findNewestSeal, type Seal } from './find-breaks.ts';
import { isAbout, readEntries } from './read-entries.ts';
import { writeLog } from './write-log.ts';

const mostListed = 100;

async function list(db: Kysely<Schema>, words: string[], rules: Catalogue['rules']): Promise<string> {
  const subject = words.join(' ');
  const entries = await readEntries(
    db,
    sql`${isAbout(subject, rules)} order by place desc limit ${mostListed}`,
  );
  if (entries.length === 0)
    return subject === '' ? 'The audit log is empty.' : `There are no entries about ${subject}.`;
  return entries
    .map(({ place, at, actor, action, subject: about, detail }) =>
      `${String(place).padStart(6)}  ${at.slice(0, 19)}Z  ${actor.padEnd(16)} ${action.padEnd(8)} ${about}  ${detail === '{}' ? '' : detail}`.trimEnd(),
    )
    .join('\n');
}

function keptSeal([place, hash]: string[]): Seal | undefined {
  if (place === undefined) return undefined;
  if (!/^\d{1,18}$/.test(place) || !/^[\da-f]{64}$/i.test(hash ?? ''))
    throw new ProblemReply(
      400,
      'Enter the entry number and the seal exactly as in the email, for example: log verify 8112 3f6a…',
    );
  return { place: BigInt(place), hash: hash!.toLowerCase() };
}

async function verify(db: Kysely<Schema>, words: string[]): Promise<string> {
  const findings = await findBreaks(db, keptSeal(words));
  if (findings.length > 0) throw new ProblemReply(409, findings.join('\n'));
  const newest = await findNewestSeal(db);
  return newest
    ? `The audit log is intact and has ${newest.place === 1n ? '1 entry' : `${newest.place} entries`}. The seal of the newest entry is ${newest.hash}.`
    : 'The audit log is empty.';
}

/** The exported log without its byte-order mark, which a terminal would print. */
async function exportLog(db: Kysely<Schema>): Promise<string> {
  let written = '';
  for await (const part of writeLog(db)) written += part;
  return written.replace(csvStart, '').trimEnd();
}

/** The operator's commands for the audit log. */
export const auditCommands = ({
  database,
  clock,
  catalogue,
}: {
  database: Database;
  clock: Clock;
  catalogue: () => Catalogue;
}): OperatorCommands => ({
  // the running shop exports its embedded database, because no other process can open it
  export: {
    usage: 'FILE',
    summary: 'Export all data to a new file for the command import',
    async run({ words: [file], by }) {
      if (!file) throw new ProblemReply(400, 'Enter the name of a new file.');
      const entry = auditEntry(by, clock(), { action: 'export', subject: 'everything' });
      await writeInOneStatement(database.db, entry);
      return describeMove(await exportDatabase(database, file), 'exported to', file);
    },
  },
  log: {
    usage: '[order NUMBER|customer ID|verify|export]',
    summary: 'List the audit log, newest first; verify that no entry was changed; export all entries as CSV',
    async run({ words: [act = '', ...words] }) {
      const { db } = database;
      if (act === 'verify') return verify(db, words);
      if (act === 'export') return exportLog(db);
      return list(db, act === '' ? [] : [act, ...words], catalogue().rules);
    },
  },
});
