import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { second } from '#contract/durations.ts';
import { emailReader } from '#test/email-reader.ts';
import { type MortalDatabase, openMortal } from './die-between-statements.ts';
import { openTestDatabase } from './open-test-database.ts';
import { openTestDesk, type TestDesk } from './open-test-desk.ts';

/** A desk whose process can die between any two statements. Another process then takes over. */
export async function openMortalDesk() {
  const stored = await openTestDatabase();
  // emails sent by a process survive its death in this folder
  const dataDir = mkdtempSync(join(tmpdir(), 'redline-lives-'));
  const letters = emailReader(join(dataDir, 'mail'));
  let life!: MortalDatabase;
  let desk!: TestDesk;
  async function startProcess(startsAt?: Date): Promise<void> {
    life = openMortal(stored);
    desk = await openTestDesk({ database: life, dataDir, letters, ...(startsAt ? { startsAt } : {}) });
  }
  await startProcess();
  return {
    /** The desk of the current process. */
    get desk() {
      return desk;
    },
    /** Starts another process, and stops the current one. */
    async replace(): Promise<void> {
      const before = desk;
      await startProcess(before.shop.now());
      await before.close();
    },
    /**
     * Runs `act` in a process that dies at this moment (MortalDatabase.dieAfter), and then starts another one. Returns whether it
     * died.
     */
    async dieAt(moment: number, act: () => Promise<unknown>): Promise<boolean> {
      life.dieAfter(moment);
      await act().catch((error: unknown) => {
        if (!life.isDead) throw error;
      });
      if (!life.isDead) {
        life.dieAfter(Infinity);
        return false;
      }
      await this.replace();
      return true;
    },
    /**
     * Runs the jobs that are due once the time to undo is over, in a process that dies at this moment. Then runs the remaining
     * jobs three times, `pauseMs` apart, because claimed jobs of a dead process run after their lease. Returns whether the
     * process died.
     */
    async finishJobs(moment: number, pauseMs: number): Promise<boolean> {
      const { shop } = desk;
      shop.pass(11 * second);
      const hasDied = await this.dieAt(moment, () => shop.app.jobs.drain());
      for (let time = 0; time < 3; time += 1) {
        desk.shop.pass(pauseMs);
        await desk.shop.app.jobs.drain();
      }
      return hasDied;
    },
    async close(): Promise<void> {
      await desk.close();
      await stored.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Maximum number of moments of one act at which a process can die. */
const mostMoments = 80;

/**
 * Lets a process die after each statement of an act in turn, until it survives `lives` times in a row: dying after a statement is
 * the same as dying before the next one. `run` returns whether the process died.
 * @returns the number of deaths
 */
export async function dieAtEach(run: (moment: number) => Promise<boolean>, lives: number): Promise<number> {
  let deaths = 0;
  for (let [moment, lived] = [1, 0]; lived < lives; moment += 2) {
    if (moment >= mostMoments) throw new Error('The process dies at every moment');
    if (await run(moment)) deaths += 1;
    else lived += 1;
  }
  return deaths;
}
