import { tagWords } from '#server/instant/tag-words.ts';
import type { Stretch } from './split-blocks.ts';

const list = (words: string) => new Set(words.split(' '));
const irregular = list(
  'arisen awoken beaten begun bent bitten bled blown born borne bought bound broken brought built burnt cast caught chosen cut dealt done drawn driven drunk eaten fed felt flown forbidden forgotten forgiven fought found frozen given ground grown heard held hidden hit hung hurt kept known laid led learnt left lent lost made meant mistaken paid proven put read run said sawn seen sent set sewn shaken shed shot shown shrunk shut sold sought sown spelt spent spilt split spoken spread spun stolen struck stuck stung sung sunk sworn swept taken taught thrown told torn understood undone upheld withdrawn withheld won worn woven wound written',
);
const auxiliaries = list(
  "am is are was were be been being get gets got getting 's 're isn't aren't wasn't weren't",
);
const between = list("not been being also n't all both never always often usually now then");
// "we are excited" is no passive, "we are excited by it" is
const states = list(
  'interested excited tired bored worried married supposed dedicated committed experienced qualified advanced talented delighted pleased thrilled concerned involved surprised confused satisfied disappointed finished done gone prepared determined',
);
const noParticiples = list(
  'need seed speed feed exceed indeed red hundred bed shed embed bleed breed weed deed',
);

const isParticiple = (word: string) =>
  (word.endsWith('ed') && word.length > 3 && !noParticiples.has(word)) || irregular.has(word);

/** The passive verbs in a sentence. */
export function findPassives(sentence: Stretch): Stretch[] {
  const found: Stretch[] = [];
  const places = tagWords(sentence.text).map((place) => ({ ...place, word: place.word.toLowerCase() }));
  for (const [index, { word, start }] of places.entries()) {
    if (!auxiliaries.has(word)) continue;
    let next = index + 1;
    while (next < places.length && next < index + 5) {
      const { word: between_, tag } = places[next]!;
      if (tag !== 'ADV' && !between.has(between_)) break;
      next += 1;
    }
    const verb = places[next];
    if (!verb || !isParticiple(verb.word)) continue;
    const isBy = places[next + 1]?.word === 'by';
    const isVerb = verb.tag === 'VERB' || (verb.tag === 'ADJ' && isBy);
    if (!isVerb || (states.has(verb.word) && !isBy)) continue;
    found.push({
      text: sentence.text.slice(start, verb.end),
      start: sentence.start + start,
      end: sentence.start + verb.end,
    });
  }
  return found;
}
