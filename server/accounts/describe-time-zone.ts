/**
 * Where a browser says that it is, in words an owner recognizes: its time zone, like "Time zone of Berlin, Europe".
 * @param timeZone a name of the time zone database; "" for none
 */
export function describeTimeZone(timeZone: string): string | null {
  if (timeZone === '') return null;
  const names = timeZone.replaceAll('_', ' ').split('/');
  const [region] = names;
  const city = names.at(-1)!;
  if (names.length > 1 && region !== 'Etc') return `Time zone of ${city}, ${region}`;
  // these names count hours west of Greenwich as positive; people do not
  const [, sign, hours] = /^GMT([+-])(\d+)$/.exec(city) ?? [];
  return `Time zone ${hours === undefined ? city : `UTC${sign === '+' ? '-' : '+'}${hours}`}`;
}
