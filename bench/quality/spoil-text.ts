/** Deterministic changes that make a clean text worse and that every editor would undo. */
export const spoilers: Record<string, (text: string) => string> = {
  'misspelled and doubled words': (text) =>
    text
      .replace(/\bthe\b/u, 'the the')
      .replace(/\byou\b/u, 'you you')
      .replace(/\bwith\b/u, 'whith')
      .replace(/\bwhat\b/iu, 'waht')
      .replace(
        /\bfirst\b|\bafter\b|\bbefore\b/u,
        (word) => `${word.slice(0, 1)}${word.slice(2, 3)}${word.slice(1, 2)}${word.slice(3)}`,
      ),
  'grammar that slips': (text) =>
    text
      .replace(/\bare\b/u, 'is')
      .replace(/\bYou\b/u, 'Your')
      .replace(/\bhas\b|\bhave\b/u, 'haves')
      .replace(/\bit is\b/u, 'it are') + ' We could of said so more sooner. Their is a apple for everyone.',
  'roundabout and boastful': (text) =>
    `${text}\n\nIn order to facilitate the utilization of our truly innovative and world-class solution, a number of very amazing features have been implemented subsequently. It is really quite literally a game-changing, cutting-edge, state-of-the-art experience.`,
  'one long breath': (text) =>
    text
      .split('\n\n')
      .map((paragraph) => {
        const sentences = paragraph.split(/(?<=[.?!])\s+/u);
        return sentences.length < 3
          ? paragraph
          : `${sentences.map((one) => one.replace(/[.?!]$/u, '')).join(', and furthermore ')}.`;
      })
      .join('\n\n'),
};
