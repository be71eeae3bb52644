import type { PatternRow } from './word-pattern.ts';
import { confusedTable } from './confused-table.ts';
import { contractionTable } from './contraction-table.ts';
import type { Rule } from './grammar-kinds.ts';
import { slipTable } from './slip-table.ts';

/** The meanings of words that are confused with each other, for the reason of a finding. */
const meanings = new Map(
  `accept: to take|except: not including|access: a way in|excess: too much|adapt: to change to fit|adopt: to take on|ad: an advertisement|add: to put in|advice: a recommendation|advise: to recommend|affect: to change something|effect: a result|bare: naked or empty|bear: to carry or endure|brake: a device that stops a vehicle|break: a pause, or to damage|breath: the air you breathe|breathe: to take in air|by: near, or done by|buy: to pay for something|choose: to select, now|chose: selected, in the past|cite: to name a source|site: a place|sight: something seen|cloth: fabric|clothes: what you wear|coarse: rough|course: a class or a path|complement: to go well with|compliment: praise|complementary: going well together|complimentary: free|conscience: the sense of right and wrong|conscious: aware|council: a group that governs|counsel: advice|costumer: one who makes costumes|customer: one who buys|dairy: milk products|diary: a daily record|definitely: without doubt|defiantly: in a rebellious way|desert: dry land|dessert: a sweet course|device: a tool|devise: to invent|dose: an amount of medicine|elicit: to draw out|illicit: illegal|ensure: to make certain|insure: to cover against loss|excited: eager|exited: left|fair: just, or a market|fare: the price of a ride|flour: what bread is made of|flower: a blossom|form: a shape or document|from: out of|formally: officially|formerly: in the past|hear: to notice a sound|here: in this place|hole: an opening|whole: all of it|know: to be aware of|no: not any|new: not old|knew: was aware of|lead: to guide|led: guided|lay: to put down|lie: to rest|lend: to give for a time|borrow: to take for a time|lessen: to make less|lesson: something taught|lightning: a flash in the sky|lightening: making lighter|loose: not tight|lose: to no longer have|losing: no longer having|loosing: setting free|medal: an award|metal: a material|moral: about right and wrong|morale: how people feel about their work|muscles: parts of the body|mussels: shellfish|of: belonging to|off: away from, or not on|overdue: late|pail: a bucket|pale: light in color|pair: two of a kind|pear: a fruit|passed: went by|past: a time before, or beyond|patience: the ability to wait|patients: people a doctor treats|peace: calm|piece: a part|peak: the highest point|peek: a quick look|pique: to excite|personal: private|personnel: staff|plain: simple|plane: an aircraft|poll: a survey|pole: a long rod|pour: to let flow|poor: without money|presence: being there|presents: gifts|price: what something costs|prize: what a winner gets|principal: main|principle: a rule|proof: evidence|prove: to show to be true|quiet: not loud|quite: fairly|raise: to lift something|rise: to go up|residence: a home|residents: people who live there|right: correct|write: to put into words|role: a part to play|roll: to turn over, or a small bread|root: the base of a plant|route: a way|safe: not in danger|save: to keep or spend less|sail: to travel by boat|sale: the act of selling|sell: to give for money|scene: a place or part of a play|seen: noticed|scent: a smell|sent: dispatched|sea: the ocean|see: to notice|sense: meaning|since: from that time|soul: spirit|sole: only, or the bottom of a shoe|stationary: not moving|stationery: paper goods|steal: to take without paying|steel: a metal|suit: to fit|suite: a set of rooms|than: compared with|then: next, or at that time|thorough: complete|through: from one side to the other|threw: tossed|though: although|thought: an idea|to: toward|too: also, or more than enough|vary: to differ|very: to a high degree|waist: the middle of the body|waste: to use badly|wait: to stay until later|weight: how heavy something is|wander: to walk without aim|wonder: to ask oneself|weak: not strong|week: seven days|weather: rain, sun and wind|whether: if|wear: to have on|where: in what place|were: the past of “are”|are: a form of “be”|our: belonging to us|war: armed conflict|wood: what trees are made of|would: a form of “will”|won: was first|one: a single thing|your: belonging to you|its: belonging to it|whose: belonging to whom|everyday: ordinary|every day: each day|either: one of two|anyone: any person|maybe: perhaps|may be: could be|witch: a woman with magic powers|which: what one|aloud: so that others hear it|allowed: permitted|forth: forward|fourth: number four|went: the past of “go”|when: at that time|discrete: separate|discreet: not easily noticed|effected: brought about|affected: changed|think: to have a thought|thing: an object or a matter|familiar: well known|family: parents and children|bored: not interested|board: a plank, or to get on`
    .split('|')
    .map((pair) => pair.split(': ') as [string, string]),
);

const meaningOf = (word: string) => {
  const meaning = meanings.get(word);
  return meaning === undefined ? undefined : `“${word}” means “${meaning.replaceAll(/[“”]/gu, '')}”`;
};
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const typographic = (word: string) => word.replace("'", '’');

function ruleOf(written: string, meant: string): Rule {
  const [one, other] = [meaningOf(written), meaningOf(meant)];
  return {
    kind: 'confused-words',
    how: `Use “${typographic(meant)}” here.`,
    ...(one && other ? { why: `${one.replace(/”$/u, '.”')} ${capital(other.replace(/”$/u, '.”'))}` } : {}),
  };
}

/** Splits words as the tagger does, such as “don't”. */
const split = (word: string) => word.replace(/(?=n't$|'(?:s|re|m|ll|ve|d)$)/u, ' ').trim();

/** The rows of the tables of confused words. */
export const confusedPatterns: PatternRow<Rule>[] = [confusedTable, contractionTable, slipTable]
  .flatMap((table) => table.trim().split('\n'))
  .flatMap((line) => {
    const [, written = '', meant = '', contexts = ''] = /^(.+?) -> (.+?): (.+)$/u.exec(line) ?? [];
    const rule = ruleOf(written, meant);
    return contexts.split(';').map((context): PatternRow<Rule> => {
      const pattern = context
        .trim()
        .split(' ')
        .map((part) => (part === '_' ? `[${split(written)}]` : part))
        .join(' ');
      return [pattern, meant, rule];
    });
  });
