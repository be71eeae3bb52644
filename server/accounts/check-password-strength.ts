import { shop } from '#contract/shop.ts';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

const neededScore = 3;
/**
 * Bounds of zxcvbn's input. Its time grows with the square of the length and with the number of character substitutions:
 * 100 leet characters took 2 s, 32 with all substitutions 250 ms. Within these bounds the worst
 * input of the test beside this file took 40 ms, a usual password 5 ms. Characters beyond
 * the bounds only add strength.
 */
const judged = { length: 32, readings: 10, ownWords: 12, ownWordLength: 32 };

/** `personal`: the estimator's warning about the person's own words. */
type Judge = { estimator: ZxcvbnFactory; mostUsed: ReadonlySet<string>; personal: string };

// The dictionaries take megabytes, which a process rarely needs in its first minutes.
async function loadJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const estimator = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    l33tMaxSubstitutions: judged.readings,
  });
  return {
    estimator,
    mostUsed: new Set(common.dictionary['passwords-common'].map(String)),
    personal: english.translations.warnings.userInputs,
  };
}

let judge: Promise<Judge> | undefined;
// Loaded at the first use. A failed load is retried at the next use.
const loadedJudge = () =>
  (judge ??= loadJudge().catch((error: unknown) => {
    judge = undefined;
    throw error;
  }));

const firstOf = (text: string, length: number) => [...text].slice(0, length).join('');

function easyWords(ownWords: readonly string[]): string[] {
  const parts = [...ownWords, ...ownWords.flatMap((word) => word.split(/[\s@._-]+/))];
  const words = parts.filter((part) => part.length > 2).map((part) => firstOf(part, judged.ownWordLength));
  return [...new Set([shop.name, ...words])].slice(0, judged.ownWords);
}

const suggestion = 'Try three unrelated words';

/**
 * Checks a new password. `ownWords`: the customer's name and address, which make a password easy to guess.
 * @returns a message about a weak password; undefined for a strong one
 */
export async function checkPasswordStrength(
  password: string,
  ownWords: readonly string[],
  minLength: number,
): Promise<string | undefined> {
  if ([...password].length < minLength) return `Password must be at least ${minLength} characters`;
  const { estimator, mostUsed, personal } = await loadedJudge();
  if (mostUsed.has(password.toLowerCase())) return `This is one of the most common passwords. ${suggestion}`;
  const { score, feedback } = estimator.check(firstOf(password, judged.length), easyWords(ownWords));
  if (score >= neededScore) return undefined;
  if (feedback.warning === personal)
    return `Don’t use your name, email or “${shop.name}” in your password. ${suggestion}`;
  const reason = feedback.warning?.replace(/\.$/, '').replace(/"([^"]*)"/g, '“$1”');
  return `${reason ?? 'This password is easy to guess'}. ${suggestion}`;
}
