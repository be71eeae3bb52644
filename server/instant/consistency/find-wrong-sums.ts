import type { Stretch } from '#server/instant/analyzer/split-blocks.ts';
import { anyMonth, anyWeekday, indexOfName, weekdays } from './calendar-words.ts';
import type { Inconsistency } from './consistency-kinds.ts';
import { numberOf } from './find-wrong-counts.ts';

const amount = '([$€£]?\\p{N}[\\p{N},]*(?:\\.\\p{N}+)?(?: (?:million|billion)|[kKmM]\\b)?)';
const unit = '(?: (?!to\\b)\\p{L}+)?';
const scales: Record<string, number> = { k: 1e3, m: 1e6, million: 1e6, billion: 1e9 };

/** The value of “$1,200”, “3.5 million” and “20k”. */
function valueOf(words: string): number {
  const scale = /(million|billion|[km])$/iu.exec(words)?.[1]?.toLowerCase();
  return Number(words.replaceAll(/[^\p{N}.]/gu, '')) * (scale ? scales[scale]! : 1);
}

const wrong = (start: number, quote: string, why: string): Inconsistency => ({
  kind: 'contradiction',
  start,
  end: start + quote.length,
  why,
});
/** All matches of the patterns in a sentence. */
const matches = (text: string, patterns: readonly RegExp[]) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)]);

const fromTo = `from ${amount}${unit} to ${amount}`;
const share =
  '(?:about |around |roughly |nearly |almost |over |more than |just over )?(\\p{N}+(?:\\.\\p{N}+)?) ?(?:%|percent)';
const changes = [
  new RegExp(
    `${fromTo}${unit}(?: [^.!?;:\\n]{0,20})?,? (?:an?|or|up|down|which is an?|that is an?) (?:\\p{L}+ ){0,2}?(?:of |by )?${share}`,
    'giu',
  ),
  new RegExp(
    `\\b(?:rose|grew|increased|climbed|jumped|fell|dropped|declined|decreased|shrank|cut|went up|went down) (?:by )?${share},? ${fromTo}`,
    'giu',
  ),
];

/** Changes whose percentage doesn't match their amounts: “from 200 to 300, an increase of 40%”. */
const findWrongChanges = ({ start, text }: Stretch): Inconsistency[] =>
  changes.flatMap((pattern, index) =>
    [...text.matchAll(pattern)].flatMap((match): Inconsistency[] => {
      const [from, to, said] =
        index === 0 ? [match[1]!, match[2]!, match[3]!] : [match[2]!, match[3]!, match[1]!];
      const [before, after] = [valueOf(from), valueOf(to)];
      const real = (Math.abs(after - before) * 100) / before;
      // “from 5% to 8%, up 3%” is about points
      const isShare = /^from [\p{N}.]+ ?(?:%|percent)|to [\p{N}.]+ ?(?:%|percent)/iu.test(
        match[0].slice(match[0].search(/\bfrom /iu)),
      );
      return before === 0 || isShare || Math.abs(real - Number(said)) <= Math.max(1.5, real / 20)
        ? []
        : [
            wrong(
              start + match.index,
              match[0],
              `From ${from} to ${to} is a change of ${Math.round(real)}%, not ${said}%.`,
            ),
          ];
    }),
  );

const factors = { doubled: 2, tripled: 3, trebled: 3, quadrupled: 4, halved: 0.5 } as const;
const multiples = new RegExp(
  `(more than |over |nearly |almost |roughly |about )?(${Object.keys(factors).join('|')})\\b[^.!?\\n]{0,40}?\\b${fromTo}`,
  'giu',
);

/** Changes whose factor doesn't match their amounts: “doubled from 20 to 30”. */
const findWrongMultiples = ({ start, text }: Stretch): Inconsistency[] =>
  [...text.matchAll(multiples)].flatMap(
    ({ 0: quote, 1: rough = '', 2: word = '', 3: from = '', 4: to = '', index }) => {
      const factor = factors[word.toLowerCase() as keyof typeof factors];
      const real = valueOf(to) / valueOf(from);
      const ratio = real / factor;
      const most = /more than|over/iu.test(rough) ? 1.6 : 1.12;
      return ratio >= 0.85 && ratio <= most
        ? []
        : [
            wrong(
              start + index,
              quote,
              `An amount that goes from ${from} to ${to} hasn’t ${word.toLowerCase()}.`,
            ),
          ];
    },
  );

const savings = new RegExp(
  `from ([$€£]\\p{N}[\\p{N},.]*) to ([$€£]\\p{N}[\\p{N},.]*\\p{N}|[$€£]\\p{N})[^.!?\\n]{0,30}?(?:sav(?:es?|ing)s?(?: of)?(?: you)?|discount of|off) ([$€£]\\p{N}[\\p{N},]*(?:\\.\\p{N}{2})?)`,
  'giu',
);
/** Savings that don't match the prices: “from $80 to $60, a saving of $30”. */
const findWrongSavings = ({ start, text }: Stretch): Inconsistency[] =>
  [...text.matchAll(savings)].flatMap(({ 0: quote, 1: from = '', 2: to = '', 3: said = '', index }) => {
    const real = valueOf(from) - valueOf(to);
    return real <= 0 || Math.abs(real - valueOf(said)) < 0.01
      ? []
      : [
          wrong(
            start + index,
            quote,
            `From ${from} to ${to} saves ${said.charAt(0)}${Number(real.toFixed(2))}, not ${said}.`,
          ),
        ];
  });

const counted = '(one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|\\p{N}{1,2})';
const countOf = (word: string) => (/^one$/iu.test(word) ? 1 : numberOf(word));
const time = '(?:(\\p{N}{1,2})(?:[:.](\\p{N}{2}))? ?([ap]\\.?m\\b\\.?)?|(noon|midnight))';
const sessions = new RegExp(
  `\\b(?:the|a|an|this|our|your)(?: \\p{L}+)?[ ]${counted}[- ](hour|minute) (?:\\p{L}+ ){1,3}?(?:runs|takes place|lasts|is held|goes|starts|is on \\p{L}+)?[^.!?\\n]{0,40}?\\b(?:from )?${time} ?(?:to|until|till|[–-]) ?${time}`,
  'giu',
);

/** The minutes of the day that a time may be: 9 may be in the morning or in the evening. */
function minutesOf(
  hour: string | undefined,
  minute: string | undefined,
  half: string | undefined,
  named: string | undefined,
): number[] {
  if (named) return [/noon/iu.test(named) ? 12 * 60 : 24 * 60];
  const clock = (Number(hour) % 12) * 60 + Number(minute ?? 0);
  if (Number(hour) > 12) return [Number(hour) * 60 + Number(minute ?? 0)];
  if (half) return [clock + (/^p/iu.test(half) ? 12 * 60 : 0)];
  return [clock, clock + 12 * 60];
}

const apart = (minutes: number) =>
  minutes === 60 ? 'an hour' : minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;

/** Sessions that are longer or shorter than stated: “the two-hour tour from 10 to 1”. */
const findWrongDurations = ({ start, text }: Stretch): Inconsistency[] =>
  /\b(?:break|lunch|every|slots|sessions|shifts|between|anytime|any time)\b/iu.test(text)
    ? []
    : [...text.matchAll(sessions)].flatMap((match) => {
        const [quote, said = '', by = ''] = match;
        // “our two-hour classes run from 9 to 5” says when they can be taken
        if (/[- ](?:hour|minute) (?:\p{L}+ )*\p{L}+s (?:run|take|last|are|go|start|begin)\b/iu.test(quote))
          return [];
        const stated = countOf(said) * (/hour/iu.test(by) ? 60 : 1);
        const from = minutesOf(match[3], match[4], match[5], match[6]);
        const to = minutesOf(match[7], match[8], match[9], match[10]);
        const lengths = from.flatMap((one) => to.map((other) => (other - one + 24 * 60) % (24 * 60)));
        const shortest = Math.min(...lengths);
        return lengths.includes(stated) || !Number.isFinite(shortest)
          ? []
          : [
              wrong(
                start + match.index,
                quote,
                `The text says ${said} ${by}${said === 'one' || said === '1' ? '' : 's'} here, but these times are ${apart(shortest)} apart.`,
              ),
            ];
      });

const long = new RegExp(
  `\\b(?:lasts? (?:exactly |just )?${counted} (hours?|minutes?)|(?:is|are) (?:exactly |just )?${counted} (hours?|minutes?) long)\\b`,
  'iu',
);
const starts = new RegExp(
  `\\b(?:starts?|begins?|kicks? off) at ${time}[^.!?\\n]{0,30}?\\b(?:finish(?:es)?|ends?|stops?|over|done) (?:at|by) ${time}`,
  'iu',
);

/** A class of 45 minutes that starts at 6 p.m. and ends at 7:15 p.m., in two sentences that are at most two apart. */
function findWrongEnds(sentences: readonly Stretch[]): Inconsistency[] {
  return sentences.flatMap(({ start, text }, index) => {
    const match = starts.exec(text);
    const said = sentences
      .slice(Math.max(0, index - 3), index + 1)
      .map((one) => long.exec(one.text))
      .find((one) => one !== null);
    if (!match || !said) return [];
    const stated = countOf(said[1] ?? said[3]!) * (/hour/iu.test(said[0]) ? 60 : 1);
    const from = minutesOf(match[1], match[2], match[3], match[4]);
    const to = minutesOf(match[5], match[6], match[7], match[8]);
    const lengths = from.flatMap((one) => to.map((other) => (other - one + 24 * 60) % (24 * 60)));
    const shortest = Math.min(...lengths);
    return lengths.includes(stated) || !Number.isFinite(shortest) || shortest === 0
      ? []
      : [
          wrong(
            start + match.index,
            match[0],
            `Just before these times, the text says “${said[0]},” but the times are ${apart(shortest)} apart.`,
          ),
        ];
  });
}

const stays = [
  new RegExp(
    `\\b${counted}[- ]day \\p{L}+[^.!?\\n]{0,50}?\\b${anyMonth}\\.? (\\p{N}{1,2})(?:st|nd|rd|th)? ?(?:to|through|until|[–-]) ?(?:${anyMonth}\\.? )?(\\p{N}{1,2})(?!\\p{N}|:)`,
    'giu',
  ),
  new RegExp(
    `\\b${counted}[- ]day \\p{L}+[^.!?\\n]{0,50}?\\b(\\p{N}{1,2})(?:st|nd|rd|th)? ?(?:to|until|[–-]) ?(\\p{N}{1,2})(?:st|nd|rd|th)? ${anyMonth}`,
    'giu',
  ),
];
const weekdayStay = new RegExp(
  `\\b${counted}[- ]day (?!weeks?\\b|delivery|shipping)\\p{L}+[^.!?\\n]{0,40}?\\b(${anyWeekday}) ?(?:to|through|until|[–-]) ?(${anyWeekday})\\b`,
  'giu',
);

/** Events of several days whose dates don't match: “the three-day fair, May 4 to 8”. */
function findWrongStays({ start, text }: Stretch): Inconsistency[] {
  const named = (quote: string) =>
    new Set(quote.match(new RegExp(`\\b${anyMonth}\\b`, 'giu'))?.map((one) => one.toLowerCase())).size;
  const dated = matches(text, stays).flatMap(({ 0: quote, 1: said = '', 2: from, 3: to, index }) =>
    named(quote) === 1 ? [{ quote, said, nights: Number(to) - Number(from), index }] : [],
  );
  const byWeekday = [...text.matchAll(weekdayStay)].map(
    ({ 0: quote, 1: said = '', 2: from = '', 3: to = '', index }) => {
      const at = (name: string) => indexOfName(weekdays, name);
      return { quote, said, nights: (at(to) - at(from) + 7) % 7, index };
    },
  );
  return [...dated, ...byWeekday].flatMap(({ quote, said, nights, index }) =>
    nights <= 0 || [nights, nights + 1].includes(countOf(said))
      ? []
      : [
          wrong(
            start + index,
            quote,
            `The text says ${said.toLowerCase()} days here, but these dates cover ${nights + 1} days.`,
          ),
        ],
  );
}

const ordinals = new Map(
  'tenth:10 fifteenth:15 twentieth:20 twenty-fifth:25 thirtieth:30 fortieth:40 fiftieth:50 sixtieth:60 seventieth:70 seventy-fifth:75 eightieth:80 ninetieth:90 hundredth:100'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string])
    .map(([word, value]) => [word, Number(value)]),
);
const nth = `(\\p{N}{1,3}(?:st|nd|rd|th)|${[...ordinals.keys()].join('|')}) (?:anniversary|birthday|jubilee)`;
const nthOf = (word: string) => ordinals.get(word.toLowerCase()) ?? Number.parseInt(word, 10);
const founding =
  /\b(?:founded|established|opened|started|launched|set up|in business|family-run|trading|baking|brewing)(?: \p{L}+){0,3}? (?:in|since) ((?:18|19|20)\p{N}{2})\b/giu;
const year = '((?:18|19|20)\\p{N}{2})';
const anniversary = new RegExp(
  `\\b${nth}\\b[^.!?\\n]{0,30}?\\bin ${year}\\b|\\bin ${year}\\b[^.!?\\n]{0,60}?\\b${nth}\\b`,
  'giu',
);

/** An anniversary that doesn't match the year of the founding, if the text names only one. */
function findWrongAnniversaries(text: string): Inconsistency[] {
  const years = new Set([...text.matchAll(founding)].map(({ 1: year }) => Number(year)));
  const [founded] = years;
  if (founded === undefined || years.size > 1) return [];
  return [...text.matchAll(anniversary)].flatMap((match) => {
    const said = nthOf(match[1] ?? match[4] ?? '');
    const then = Number(match[2] ?? match[3]);
    return Math.abs(then - founded - said) <= 1
      ? []
      : [wrong(match.index, match[0], `From ${founded} to ${then} is ${then - founded} years, not ${said}.`)];
  });
}

/** Statements whose figures don't add up: changes in percent, factors, savings, durations, days and anniversaries. */
export const findWrongSums = (text: string, sentences: readonly Stretch[]): Inconsistency[] => [
  ...sentences.flatMap((sentence) => [
    ...findWrongChanges(sentence),
    ...findWrongMultiples(sentence),
    ...findWrongSavings(sentence),
    ...findWrongDurations(sentence),
    ...findWrongStays(sentence),
  ]),
  ...findWrongEnds(sentences),
  ...findWrongAnniversaries(text),
];
