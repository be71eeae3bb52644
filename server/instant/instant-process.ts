import { answerTasks } from '#server/process/run-in-child.ts';
import { analyzeText } from './analyzer/analyze-text.ts';
import { makeHashtags } from './hashtags/make-hashtags.ts';
import type { InstantTask } from './open-instant-worker.ts';

answerTasks(async (task: InstantTask) =>
  task.kind === 'analyze' ? analyzeText(task.brief) : makeHashtags(task.brief, task.platforms),
);
