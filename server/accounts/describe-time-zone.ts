/**
 * Describes a browser's time zone in words that an owner recognizes, such as "Berlin time".
 * @param timeZone a name of the time zone database; "" for none
 */
export function describeTimeZone(timeZone: string): string | null {
  if (timeZone === '') return null;
  const names = timeZone.replaceAll('_', ' ').split('/');
  const [region] = names;
  const city = names.at(-1)!;
  if (names.length > 1 && region !== 'Etc') return `${city} time`;
  // these names have the opposite sign: Etc/GMT+5 is five hours behind UTC
  const [, sign, hours] = /^GMT([+-])(\d+)$/.exec(city) ?? [];
  return `Time zone ${hours === undefined ? city : `UTC${sign === '+' ? '-' : '+'}${hours}`}`;
}
