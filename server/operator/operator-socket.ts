import { chmod, mkdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { asSeen } from '#contract/as-seen.ts';
import { describeFailure } from '#server/database/database-is-away.ts';
import { ProblemReply } from '#server/http/refusal.ts';
import { StartError } from '#server/process/start-error.ts';
import Fastify from 'fastify';
import * as z from 'zod/mini';
import { ConfirmationNeeded, type OperatorCommands } from './operator-command.ts';

/** The socket on which a running shop accepts operator commands; only its own user may write to it. */
const socketOf = (dataDir: string) => join(dataDir, 'operator.sock');

const sent = z.strictObject({
  name: z.string(),
  words: z.array(z.string()),
  operator: z.string(),
});
type Sent = z.output<typeof sent>;
/** `confirm`: the text that the operator must type after the command to carry out an act that can't be undone. */
export type CommandAnswer = { ok: boolean; output: string; confirm?: string };

function usage(commands: OperatorCommands): string {
  const lines = Object.entries(commands).map(([name, { usage: words, summary }]) => {
    const call = `${name} ${words}`.trim();
    return `  ${call.length > 30 ? `${call}\n  ${' '.repeat(30)}` : call.padEnd(30)} ${summary}`;
  });
  return `Usage: npm run operator -- COMMAND …\n\n${lines.join('\n')}`;
}

/** Runs one command. A rejection by the command is an answer, too, as is the usage for an unknown command. */
export async function runCommand(commands: OperatorCommands, call: Sent): Promise<CommandAnswer> {
  const { name, words, operator } = call;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return { ok: name === '', output: usage(commands) };
  try {
    const output = await command.run({
      words: words.map((word) => asSeen(word, true)),
      by: { kind: 'operator', id: operator },
    });
    return { ok: true, output };
  } catch (error) {
    if (error instanceof ConfirmationNeeded)
      return { ok: false, output: error.message, confirm: error.expected };
    const reason = error instanceof ProblemReply ? error.message : describeFailure(error);
    if (reason === undefined) throw error;
    return { ok: false, output: reason };
  }
}

/**
 * Accepts operator commands on a socket in the data folder while the shop runs, because only one process can open an embedded
 * database.
 */
export async function listenToOperator(
  dataDir: string,
  commands: OperatorCommands,
  log?: { error: (fields: object, message: string) => void },
): Promise<{ close: () => Promise<void> }> {
  const door = Fastify();
  door.setErrorHandler((error, _call, reply) => {
    log?.error({ err: error }, 'operator command failed');
    return reply.code(500).send();
  });
  door.post('/', async (call, reply) => {
    const parsed = z.safeParse(sent, call.body);
    if (!parsed.success) return reply.code(400).send();
    return runCommand(commands, parsed.data);
  });
  const path = socketOf(dataDir);
  // removes the socket of a killed process; the lock on the data folder proves that no other shop is running
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await rm(path, { force: true });
  await door.listen({ path });
  await chmod(path, 0o600);
  return { close: () => door.close() };
}

/** Sends a command to the shop that runs on this data folder; undefined when none is running. */
export async function askRunningShop(dataDir: string, call: Sent): Promise<CommandAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const asking = request(
      { socketPath: socketOf(dataDir), path: '/', method: 'POST', headers },
      (answer) => {
        answer
          .setEncoding('utf8')
          .toArray()
          .then((parts) =>
            answer.statusCode === 200
              ? resolve(JSON.parse(parts.join('')) as CommandAnswer)
              : reject(
                  new StartError(
                    `The shop responded with status ${answer.statusCode}. The reason is in its log.`,
                  ),
                ),
          )
          .catch(reject);
      },
    );
    asking.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else
        reject(
          new StartError(
            `The shop stopped before it responded (${error.code}). Check whether the command was carried out, and run it again if it wasn’t.`,
          ),
        );
    });
    asking.end(JSON.stringify(call));
  });
}
