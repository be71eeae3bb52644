import type { BriefField } from '#contract/catalogue.ts';

const nouns: Record<string, string> = {
  platforms: 'platforms',
  tone: 'tones',
  use: 'places',
  items: 'products or services',
  topics: 'topics',
  seedKeywords: 'key terms',
  keywords: 'keywords',
  moreKeyphrases: 'phrases',
  ownWords: 'words',
  avoidTags: 'hashtags',
};

/** What the answers of a field are, where they are counted. */
export const countedAs = ({ key }: BriefField): string => nouns[key] ?? 'items';
