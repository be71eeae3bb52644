import { plainForm } from '#contract/plain-form.ts';

/** Prefixes that people write before a postal code, besides the country's code: mostly its vehicle registration code. */
const signs = Object.fromEntries(
  'AT:A AU:AUS BE:B DE:D EE:EST ES:E FI:FIN FR:F GB:UK GR:EL HU:H IE:IRL IN:IND,PIN IT:I JP:J LI:FL LU:L NO:N PT:P RU:RUS SE:S SG:S SI:SLO RS:SRB BA:BIH ME:MNE US:USA XK:KS,RKS AX:FI SJ:N,NO GP:F,FR GF:F,FR MQ:F,FR RE:F,FR YT:F,FR PM:F,FR BL:F,FR MF:F,FR NC:F,FR PF:F,FR WF:F,FR PR:US GU:US VI:US AS:US MP:US'
    .split(' ')
    .map((entry) => entry.split(':') as [string, string]),
);

/** All forms of a code with one separator in it. */
const separated = (bare: string, separator: string): string[] =>
  Array.from(bare.slice(1), (_, index) => bare.slice(0, index + 1) + separator + bare.slice(index + 1));

/** The possible forms of a code's letters and digits; first the form of the country's example. */
function formsOf(bare: string, example: string): string[] {
  if (example.includes(' ')) return [...separated(bare, ' '), bare, ...separated(bare, '-')];
  const withDash = [...separated(bare, '-'), ...separated(bare, ' ')];
  return example.includes('-') ? [...withDash, bare] : [bare, ...withDash];
}

/** Whether a code, in capitals, is valid in the country. In a country without a rule every code is. */
export const isPostalCode = (code: string, { zip }: { zip?: string }): boolean =>
  !zip || new RegExp(`^(?:${zip})$`, 'u').test(code);

/**
 * A typed postal code in its country's form: dashes, spaces, full-width characters, digits of other scripts and a country
 * prefix are normalized. A text that is no postal code of the country stays as typed.
 */
export function readPostalCode(
  country: string,
  typed: string,
  { zip, zipEx = '' }: { zip?: string; zipEx?: string } = {},
): string {
  if (!zip) return typed;
  const given = plainForm(typed).replace(/^〒 ?/u, '').toUpperCase();
  const own = [country, ...(signs[country]?.split(',') ?? [])].join('|');
  const withoutPrefix = given.replace(new RegExp(`^(?:${own})(?:[- ]+|(?=\\d))`), '');
  for (const form of new Set([given, withoutPrefix])) {
    const bare = form.replaceAll(/[^A-Z\d]/g, '');
    // people leave out the country's letters where every code begins with them
    const whole = zip.startsWith(country) ? [`${country}${bare}`, `${country}-${bare}`] : [];
    const found = [form, ...formsOf(bare, zipEx), ...whole].find((value) => isPostalCode(value, { zip }));
    if (found !== undefined) return found;
  }
  return typed;
}
