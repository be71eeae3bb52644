import { splitPhrase } from './format-hashtag.ts';

const states = new Set(
  'alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada new-hampshire new-jersey new-mexico new-york north-carolina north-dakota ohio oklahoma oregon pennsylvania rhode-island south-carolina south-dakota tennessee texas utah vermont virginia washington west-virginia wisconsin wyoming alberta british-columbia manitoba new-brunswick nova-scotia ontario quebec saskatchewan new-south-wales queensland south-australia tasmania victoria western-australia'.split(
    ' ',
  ),
);
const countries = new Set(
  'australia austria belgium canada denmark england finland france germany greece iceland india ireland italy japan mexico netherlands new-zealand northern-ireland norway portugal scotland singapore south-africa spain sweden switzerland the-netherlands uk united-kingdom united-states us usa wales'.split(
    ' ',
  ),
);

/**
 * A place of a brief. `near`: towns and districts, the smallest first, each a name on its own. `wide`: a state, which often
 * follows a town's name: "Dayton, Ohio".
 */
type Place = { near: string[][]; wide: string[] };

/** Parses a place such as "Leeds", "Dayton, Ohio", "Austin, TX" or "Nørrebro, Copenhagen". Leaves out countries. */
export function readPlace(text: string): Place {
  const parts = text
    .split(',')
    .map((part) => splitPhrase(part.replaceAll('.', '')))
    .filter((words) => words.length > 0 && words.length <= 3);
  const place: Place = { near: [], wide: [] };
  for (const [index, words] of parts.entries()) {
    const key = words.join('-').toLowerCase();
    if (index > 0 && countries.has(key)) continue;
    if (index > 0 && (states.has(key) || /^\p{Lu}{2,3}$/u.test(words.join('')))) place.wide = words;
    else place.near.push(words);
  }
  return { ...place, near: place.near.slice(0, 2) };
}
