/** For how many days, weeks and months one backup each is kept, and for how long all are kept (ms). */
const kept = { days: 7, weeks: 5, months: 12 };
const allKeptMs = 48 * 60 * 60_000;

const nameParts = /^shop-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.(?:dump|export)\.age$/;

/** The name of a backup that begins now, without file extensions. */
export const backupName = (now: Date): string => `shop-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;

/** When a backup was made, by its name; undefined for any other file. */
export function takenAt(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = nameParts.exec(name) ?? [];
  return year ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : undefined;
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const monthOf = (at: Date) => at.toISOString().slice(0, 7);
/** The number of a week since 1970. Weeks begin on Monday; 1970-01-01 was a Thursday. */
const weekOf = (at: Date) => String(Math.floor((at.getTime() / 86_400_000 + 3) / 7));

/**
 * Chooses the backups to delete. Keeps everything younger than two days, and the newest backup of each of the last 7 days, 5
 * weeks and 12 months that have one. Only days with a backup count, so the last backups are kept however long backups have
 * failed.
 */
export function chooseOldBackups(names: readonly string[], now: Date): string[] {
  const backups = names
    .flatMap((name) => {
      const at = takenAt(name);
      return at ? [{ name, at }] : [];
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const keep = new Set(
    backups.filter(({ at }) => now.getTime() - at.getTime() < allKeptMs).map(({ name }) => name),
  );
  for (const [count, periodOf] of [
    [kept.days, dayOf],
    [kept.weeks, weekOf],
    [kept.months, monthOf],
  ] as const) {
    const newest = new Map<string, string>();
    for (const { name, at } of backups) if (!newest.has(periodOf(at))) newest.set(periodOf(at), name);
    for (const name of [...newest.values()].slice(0, count)) keep.add(name);
  }
  return backups.map(({ name }) => name).filter((name) => !keep.has(name));
}
