import { matchCapital } from './match-capital.ts';

/**
 * Words that exclude people in any context, with the reason and with what a US copywriter writes instead. A word without a
 * natural replacement has no suggestion.
 */
type Advice = { why: string; how: string; words: [pattern: string, ...suggestions: string[]][] };

const advice: readonly Advice[] = [
  {
    why: 'This can sound as if you mean only men.',
    how: 'Use a word that includes everyone.',
    words: [
      ['all (?:of )?(?:you|us) guys', 'everyone', 'all of you'],
      ['you guys', 'you all', 'you'],
      ['(?<=\\b(?:hey|hi|hello|thanks|welcome|morning),? )guys', 'everyone', 'all', 'team'],
      [
        '(?<!\\b(?:bad|good|wise|fall|tough|cable|little|two|three|four|five|few|couple of) )guys',
        'people',
        'everyone',
        'folks',
      ],
      ['chairman', 'chair'],
      ['chairmen', 'chairs'],
      ['policeman', 'police officer'],
      ['policemen', 'police officers'],
      ['fireman', 'firefighter'],
      ['firemen', 'firefighters'],
      ['salesman', 'salesperson', 'sales rep'],
      ['salesmen', 'salespeople', 'sales reps'],
      ['businessman', 'business owner', 'executive', 'entrepreneur'],
      ['businessmen', 'business owners', 'executives', 'entrepreneurs'],
      ['cameraman', 'camera operator'],
      ['cameramen', 'camera operators'],
      ['congressman', 'representative', 'member of Congress'],
      ['congressmen', 'representatives', 'members of Congress'],
      ['councilman', 'council member'],
      ['councilmen', 'council members'],
      ['repairman', 'technician'],
      ['repairmen', 'technicians'],
      ['weatherman', 'meteorologist', 'forecaster'],
      ['weathermen', 'meteorologists', 'forecasters'],
      ['serviceman', 'service member'],
      ['servicemen', 'service members'],
      ['spokesman', 'spokesperson'],
      ['spokesmen', 'spokespeople'],
      ['(?:mail|post)man', 'mail carrier'],
      ['(?:mail|post)men', 'mail carriers'],
      ['foreman', 'supervisor', 'crew lead'],
      ['foremen', 'supervisors', 'crew leads'],
      ['tradesman', 'tradesperson'],
      ['tradesmen', 'tradespeople', 'skilled workers'],
      ['clergyman', 'member of the clergy'],
      ['clergymen', 'members of the clergy'],
      ["layman[’']?s terms", 'plain terms', 'plain English'],
      ['layman', 'layperson', 'nonexpert'],
      ['laymen', 'laypeople', 'nonexperts'],
      ['workman', 'worker'],
      ['workmen', 'workers'],
      ['craftsman(?! (?:style|home|house|bungalow|tool))', 'artisan', 'maker'],
      ['craftsmen', 'artisans', 'makers'],
      ['mankind', 'humanity', 'people'],
      ['man-?made', 'artificial', 'synthetic', 'manufactured'],
      ['manned', 'staffed', 'crewed'],
      ['man-?power', 'staff', 'workforce'],
      ['man[ -]hours?', 'work hours', 'staff hours'],
    ],
  },
  {
    why: 'This suggests that women are an exception or that certain work is only for women.',
    how: 'Name only the job or role.',
    words: [
      ['(?:average )?housewife', 'homemaker'],
      ['(?:average )?housewives', 'homemakers'],
      ['stewardess', 'flight attendant'],
      ['stewardesses', 'flight attendants'],
      ['authoress', 'author'],
      ['poetess', 'poet'],
      ['(?:lady|woman) doctor', 'doctor'],
      ['woman lawyer', 'lawyer'],
      ['woman painter', 'painter'],
    ],
  },
  {
    why: 'This uses a color to mean “good” or “bad.”',
    how: 'Say what the list does.',
    words: [
      ['black-?list', 'blocklist'],
      ['black-?listed', 'blocked'],
      ['black-?listing', 'blocking'],
      ['white-?list', 'allowlist'],
      ['white-?listed', 'allowed'],
      ['white-?listing', 'allowing'],
    ],
  },
  {
    why: 'This defines people by an illness or disability.',
    how: 'Say what the person has or uses.',
    words: [
      ['handicapped parking', 'accessible parking'],
      ['handicapped', 'disabled'],
      ['deaf and dumb', 'deaf'],
      ['midgets', 'little people', 'people with dwarfism'],
      ['midget', 'little person', 'person with dwarfism'],
      ['(?:confined|bound|restricted) to a wheelchair', 'using a wheelchair'],
      ['wheelchair[ -]bound'],
      [
        '(?:suffers? from|suffering from|afflicted with|victims? of) (?:(?:an?|the) )?(?:aids|hiv|multiple sclerosis|muscular dystrophy|schizophrenia|psychosis|stroke|(?:intellectual )?disabilit(?:y|ies)|autism|down syndrome|cerebral palsy|epilepsy|dementia)',
      ],
    ],
  },
  {
    why: '“Commit” makes suicide sound like a crime.',
    how: 'Use neutral wording.',
    words: [
      ['committed suicide', 'died by suicide'],
      ['commit suicide', 'die by suicide'],
      ['commits suicide', 'dies by suicide'],
    ],
  },
  {
    why: 'Many readers find this outdated or insulting.',
    how: 'Use the current term.',
    words: [
      ['redskin', 'Native American'],
      ['redskins', 'Native Americans'],
      ['orientals', 'Asian people'],
      ['eskimos?', 'Inuit', 'Alaska Native'],
      ['(?:gyps(?:y|ies)|gips(?:y|ies))', 'Roma', 'Romani'],
      ['transvestite', 'cross-dresser'],
      ['transgendered', 'transgender'],
      ['sexual preference', 'sexual orientation'],
      ['homosexual couple', 'gay couple', 'same-sex couple'],
      ['homosexual relationship', 'gay relationship', 'same-sex relationship'],
    ],
  },
  {
    why: 'Many readers find this insulting.',
    how: 'Leave it out, or say it another way.',
    words: [
      [
        'retard(?:s|ed)?|cripple[ds]?|spastic|spaz|psycho|mongoloid|libtard|towel[- ]?heads?|japs?|gypp?o|tranny|shemale|homosexual (?:agenda|lifestyle)|indian giver|off the reservation',
      ],
    ],
  },
];

const rules = advice.flatMap(({ why, how, words }) =>
  words.map(([pattern, ...suggestions]) => ({
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:${pattern})(?![\p{L}\p{N}-])`, 'giu'),
    why,
    how,
    suggestions,
  })),
);

export type ExcludingWord = { start: number; end: number; why: string; how: string; suggestions: string[] };

/** Each excluding word of a text, once, with its advice. A suggestion has a capital where the word has one. */
export function findExcludingWords(text: string): ExcludingWord[] {
  const found: ExcludingWord[] = [];
  for (const { pattern, suggestions, ...why } of rules)
    for (const { 0: word, index: start } of text.matchAll(pattern)) {
      const end = start + word.length;
      // skips a word within a longer match, because longer patterns come first
      if (found.some((other) => start < other.end && end > other.start)) continue;
      found.push({ ...why, start, end, suggestions: suggestions.map((one) => matchCapital(word, one)) });
    }
  return found.toSorted((a, b) => a.start - b.start);
}
