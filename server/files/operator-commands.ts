import { ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import type { FileDeps } from './file-deps.ts';
import { findStrays } from './find-strays.ts';

/** The operator's command for stored files. */
export const fileCommands = (deps: Pick<FileDeps, 'db' | 'store'>): OperatorCommands => ({
  files: {
    usage: '',
    summary: 'Compare the stored files with the database without making changes',
    async run() {
      const findings = await findStrays(deps);
      if (findings.length > 0) throw new ProblemReply(409, findings.join('\n'));
      return `All files in the database are in ${deps.store.place}, and there are no extra files.`;
    },
  },
});
