/** Settings that only the build and the files in deploy/ read. */
const readElsewhere = ['ANALYTICS_MEASUREMENT_ID', 'API_ROOT', 'SHOP_HOST', 'DESK_HOST', 'SHOP_UPSTREAM'];
/**
 * Minimum length of a checked name. Shorter names in the environment belong to other programs, such as HOME, which resembles
 * HOST.
 */
const shortest = 6;

/**
 * The number of typing errors between two names: letters replaced, left out, added or swapped (optimal string alignment
 * distance).
 */
function typingErrors(typed: string, meant: string): number {
  const rows = [Array.from({ length: meant.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= typed.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= meant.length; j += 1) {
      const above = rows[i - 1]!;
      const isSame = typed[i - 1] === meant[j - 1];
      const isSwapped = i > 1 && j > 1 && typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      row.push(
        Math.min(
          above[j]! + 1,
          row[j - 1]! + 1,
          above[j - 1]! + (isSame ? 0 : 1),
          isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
        ),
      );
    }
    rows.push(row);
  }
  return rows[typed.length]![meant.length]!;
}

const firstWord = (name: string) => name.split('_')[0]!;
const mostErrors = ({ length }: string) => (length < shortest ? 1 : 2);

/**
 * A sentence about each name that is probably a misspelled setting: it resembles one, or, in a file of settings, has the same
 * first word, like SMTP_HOST.
 */
export function unknownSettings(names: string[], settings: string[], isFile = false): string[] {
  const known = [...settings, ...settings.map((name) => `${name}_FILE`)];
  const words = new Set(settings.filter((name) => name.includes('_')).map(firstWord));
  return names
    .filter((name) => ![...known, ...readElsewhere].includes(name))
    .filter((name) => isFile || name.length >= shortest)
    .flatMap((name) => {
      const near = known
        .map((setting) => ({ setting, by: typingErrors(name.toUpperCase(), setting) }))
        .toSorted((a, b) => a.by - b.by)[0]!;
      if (near.by <= mostErrors(name))
        return [`${name} is not a setting; did you mean ${near.setting}? Correct or remove it`];
      return isFile && words.has(firstWord(name.toUpperCase()))
        ? [`${name} is not a setting. The README lists them all`]
        : [];
    });
}
