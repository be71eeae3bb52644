const filler = new Set(
  'a an and are at by for from how in is it of on or our that the their them they this to we what who why with you your'.split(
    ' ',
  ),
);

/** Words that are too broad to be a useful search term alone. */
const generic = new Set(
  'beginner beginners bag bags best book books business businesses buyer buyers choice class classes client clients coast company companies content course courses customer customers day deal design detour easy event events everyone family fan free friend friends fun gift gifts good group growth guide help home house idea ideas item items job kid kids life line list love lover lovers man market men money month new offer offers online owner owners parent parents party people person photo photos place plan plans post price product products program quality sale service services shop shops size solution solutions starter starters store studio style success table team teams thing things time tip tips tool tools topic town trip value video way week woman women work worker world year'.split(
    ' ',
  ),
);

/** Tags that platforms often hide or limit, or that mostly carry unrelated content. */
const banned = new Map<string, string>(
  'adulting alone always armparty asiangirl ass assday beautyblogger bikinibody boho brain costumes curvygirls date dating desk direct dm easter edm elevator girlsonly gloves graffitiigers hardworkpaysoff hawks hotweather humpday hustler italiano instababy kansas kickoff killingit kissing loseweight lulu master milf models mustfollow nasty newyearsday nudity overnight petite pornfood prettygirl publicrelations pushups rate ravens samelove saltwater selfharm single skateboarding skype snap snapchat snowstorm sopretty stranger streetphoto sunbathing swole tanlines teen teens tgif thought todayimwearing twerk undies valentinesday woman women workflow wtf'
    .split(' ')
    .map((tag) => [tag, 'Platforms have hidden or restricted this hashtag.']),
);
for (const tag of 'follow4follow f4f followforfollow like4like l4l likeforlike likesforlikes followme followback instagood instalike'.split(
  ' ',
))
  banned.set(tag, 'It asks for attention instead of saying what the post is about.');

// Obscene words that joined words can contain: #SusanAlbumParty in lower case.
const misread =
  /anal(?!y|og)|anus|arse(?!n|t)|bitch|bum(?!p|b|per)|cock(?!t|p|a)|cum(?!b|in|en|u|ber)|dick(?!en)|fag|fuck|nazi|penis|porn|piss|pussy|rape(?!s?eed)|sex(?!t|y?es)|shit(?!ake)|slut|tit(?!l|a|u|r|bit)|whore/g;

const explicit =
  /^(?:arse|arseholes?|assholes?|bitch(?:es|y)?|bullshit|cunts?|dildos?|fuck(?:s|ed|er|ers|ing)?|penis(?:es)?|porno?|pornography|piss(?:ed|ing)?|puss(?:y|ies)|shit(?:s|ty)?|sluts?|wank(?:s|er|ers|ing)?|whores?)$/i;

/** The word, if any, that makes a tag obscene in any combination. */
export const explicitWord = (words: readonly string[]): string | undefined =>
  words.find((word) => explicit.test(word));

/** A tag in lower case without its #. */
export const bare = (tag: string): string => tag.replace(/^#/, '').toLowerCase();

/** The words without function words: "slow bread for the brave" becomes slow, bread, brave. */
export const withoutFiller = (words: readonly string[]): string[] =>
  words.filter((word) => !filler.has(word.toLowerCase()));

/** The words of a phrase of the brief without function words. */
export const splitPhrase = (phrase: string): string[] =>
  withoutFiller(phrase.split(/[\s,/&+]+/u).filter(Boolean));

/** A key that is equal for tags that differ only in case or accents, or as singular and plural. */
export const sameAs = (tag: string): string =>
  bare(tag)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replace(/(?<=\p{L}{3})ies$/u, 'y')
    .replace(/(?<=\p{L}{3})s$/u, '');

/** Whether the phrase is a name on its own, which other words can be combined with. */
export const isThing = (words: readonly string[]): boolean =>
  words.length > 1 || !generic.has(words[0]?.toLowerCase() ?? '');

/** The hashtag of these words, each capitalized so that screen readers can separate them; '' for none. */
export function formatHashtag(words: readonly string[]): string {
  const kept = words
    .flatMap((word) => word.replaceAll(/['’]/g, '').split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== '');
  const joined = kept.map((word) => word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())).join('');
  return joined === '' || /^\p{N}+$/u.test(joined) ? '' : `#${joined}`;
}

/** Why a tag shouldn't be used; undefined when it can be. `words`: the words from which it was joined. */
export function checkHashtag(tag: string, words: readonly string[] = [tag]): string | undefined {
  const plain = bare(tag);
  const hidden = banned.get(plain);
  if (hidden) return hidden;
  if ([...plain].length > 30) return 'It’s too long to read or type.';
  // in other scripts, two characters can be a word: “東京”
  if (plain.length < (/\p{Script=Latin}|\p{N}/u.test(plain) ? 3 : 2))
    return 'It’s too short to have a clear meaning.';
  if (words.length === 1 && generic.has(plain)) return 'On its own, it’s too vague.';
  for (const { 0: found, index } of plain.matchAll(misread)) {
    // an obscene word within one of the tag's own words can't be misread
    let at = 0;
    const isWithin = words.some((word) => {
      const length = bare(formatHashtag([word])).length;
      const within = index >= at && index + found.length <= at + length;
      at += length;
      return within;
    });
    if (!isWithin) return `When it’s written in lowercase, readers may see the word “${found}” in it.`;
  }
  return undefined;
}
