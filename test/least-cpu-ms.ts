/**
 * The least processor time (ms) of at most five runs, the first below `enough` being the last: whatever else the machine does only adds to
 * the time of a run.
 */
export async function leastCpuMs(enough: number, run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let runs = 0; runs < 5 && least > enough; runs += 1) {
    const started = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(started);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
