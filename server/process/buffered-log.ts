import type { Log } from './log.ts';

/** A log for parts that start before the server's log. It buffers entries until `writeTo` sets the target. */
export function bufferedLog(): { log: Log; writeTo(target: Log): void } {
  let target: Log | undefined;
  let kept: ((log: Log) => void)[] = [];
  const write = (level: keyof Log) => (fields: Record<string, unknown>, message: string) => {
    if (target) target[level](fields, message);
    else kept.push((log) => log[level](fields, message));
  };
  return {
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    writeTo(log) {
      target = log;
      for (const tell of kept) tell(log);
      kept = [];
    },
  };
}
