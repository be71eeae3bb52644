/** Matches the place at the end of a topic: "sourdough bakery in Leeds", "in Dayton, Ohio". */
export const placeAtEnd =
  /\b(?:in|near|around) ((?:\p{Lu}[\p{L}\p{M}'’-]+ ?){1,3}(?:, ?(?:\p{Lu}[\p{L}\p{M}'’-]+ ?){1,2})?)[.!]?$/u;

/** Matches what a topic is for: "yoga for new mothers". */
export const purposeInTopic =
  /\bfor ([\p{L}\p{M}'’-]+(?: [\p{L}\p{M}'’-]+){0,3}?)(?=[.,!?:]| (?:in|near|around|at|on|with|from|who|that)\b|$)/iu;

const somePlace = /\b(?:in|near|around|at) \p{L}/iu;

/** A sentence about what a topic could name to give more hashtags; '' when it names the audience and the place. */
export function askForMore(topic: string): string {
  const missing = [
    ...(purposeInTopic.test(topic) ? [] : ['an audience']),
    ...(somePlace.test(topic) ? [] : ['a location']),
  ];
  return missing.length === 0 ? '' : `To get more hashtags, add ${missing.join(' and ')}.`;
}
