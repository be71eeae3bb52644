import assert from 'node:assert/strict';
import type { FileChooser, Page } from 'playwright-core';
import { focused } from './by-keyboard.ts';
import { waitFor } from './shop.ts';

/** The kinds of tasks in a day. `other`: key presses outside of tasks. */
export const taskKinds = [
  'line',
  'message',
  'refund',
  'approval',
  'dispute',
  'trouble',
  'books',
  'other',
] as const;
export type TaskKind = (typeof taskKinds)[number];
/** A task and the number of key presses for it. */
export type Task = { kind: TaskKind; keys: number };

/** A person at the desk who uses only the keyboard. Key presses, except typed text, are counted for the current task. */
export class Hands {
  page: Page;
  task: Task;
  /** The address, below /desk, of the task that opened after the last one; null: there was none. */
  opened: string | null | undefined;
  private readonly tasks: Task[];
  private choosers: FileChooser[] = [];
  constructor(page: Page, tasks: Task[]) {
    this.page = page;
    this.tasks = tasks;
    this.task = this.begin('other');
    page.on('filechooser', (chooser) => this.choosers.push(chooser));
  }

  /** Counts the next key presses for a new task. */
  begin(kind: TaskKind): Task {
    this.task = { kind, keys: 0 };
    this.tasks.push(this.task);
    return this.task;
  }

  async press(key: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      this.task.keys += 1;
      await this.page.keyboard.press(key);
    }
  }
  type = (text: string) => this.page.keyboard.type(text);

  async paste(text: string): Promise<void> {
    await this.page.evaluate((words) => navigator.clipboard.writeText(words), text);
    await this.press('Control+V');
  }

  /** Moves to a control by Tab. */
  async to(name: RegExp): Promise<void> {
    for (let time = 0; time < 40; time += 1) {
      await this.press('Tab');
      if (name.test(await focused(this.page))) return;
    }
    assert.fail(`Tab never reached ${String(name)}`);
  }

  /** Answers the system's file dialog, counted as one key press. */
  async chooseFile(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const chooser = await waitFor('the dialog of the system', async () => this.choosers.shift());
    this.task.keys += 1;
    await chooser.setFiles(file);
  }

  /** Presses a key that opens the next task, and returns that task's address, or undefined when there is none. */
  async pressForNext(key: string): Promise<string | undefined> {
    const { page } = this;
    const answered = page.waitForResponse('**/api/desk/next');
    await this.press(key);
    const { next } = (await (await answered).json()) as { next: { url: string } | null };
    if (next) await page.waitForURL(`**/desk${next.url}`);
    return next?.url;
  }

  /** Finishes a task with a key that opens the next one, or Today when there is none. */
  async leave(key: string): Promise<void> {
    const url = await this.pressForNext(key);
    this.opened = url ?? null;
    if (url === undefined) await this.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  }

  /**
   * The address of the open task. When none is open, opens the next one with N. The key presses count for a new task of this
   * kind.
   */
  async next(kind: (url: string) => Task | TaskKind): Promise<string | undefined> {
    const { opened } = this;
    this.opened = undefined;
    if (opened === null) return undefined;
    this.task = { kind: 'other', keys: 0 };
    const url = opened ?? (await this.pressForNext('n'));
    const { keys } = this.task;
    const found = url === undefined ? 'other' : kind(url);
    if (typeof found === 'string') this.begin(found);
    else this.task = found;
    this.task.keys += keys;
    return url;
  }
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
