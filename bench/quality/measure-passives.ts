import { findPassives } from '#server/instant/analyzer/find-passives.ts';
import { activeSentences, passiveSentences } from './labelled-passives.ts';

const hasPassive = (text: string) => findPassives({ text, start: 0, end: text.length }).length > 0;

/** Counts the passive and the active sentences in which our rules find a passive verb; `tell` gets the misses. */
export function measurePassives(tell: (line: string) => void) {
  for (const text of passiveSentences.filter((one) => !hasPassive(one))) tell(`missed passive: ${text}`);
  for (const text of activeSentences.filter(hasPassive)) tell(`no passive: ${text}`);
  return {
    'recall: passive voice': {
      of: passiveSentences.length,
      right: passiveSentences.filter(hasPassive).length,
    },
    'active taken for passive': {
      of: activeSentences.length,
      right: activeSentences.filter(hasPassive).length,
    },
  };
}
