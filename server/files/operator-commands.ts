import { ProblemReply } from '#server/http/refusal.ts';
import type { OperatorCommands } from '#server/operator/operator-command.ts';
import type { FileDeps } from './file-deps.ts';
import { findStrays } from './find-strays.ts';

/** The operator's command for stored files. */
export const fileCommands = (deps: Pick<FileDeps, 'db' | 'store'>): OperatorCommands => ({
  files: {
    usage: '',
    summary: 'Compare the stored files with the database; changes nothing',
    async run() {
      const findings = await findStrays(deps);
      if (findings.length > 0) throw new ProblemReply(409, findings.join('\n'));
      return `Each file in the database is in ${deps.store.place}, and nothing else is.`;
    },
  },
});
