import { parentPort } from 'node:worker_threads';
import { analyzeText } from './analyzer/analyze-text.ts';
import { makeHashtags } from './hashtags/make-hashtags.ts';
import type { InstantAnswer, InstantTask } from './open-instant-worker.ts';

async function run(task: InstantTask): Promise<InstantAnswer> {
  try {
    const result = task.kind === 'analyze' ? await analyzeText(task.brief) : makeHashtags(task.brief);
    return { ok: true, result };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (task: InstantTask) => {
  void run(task).then((answer) => parentPort?.postMessage(answer));
});
