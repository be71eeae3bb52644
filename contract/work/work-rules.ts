import type { OrderType } from '#contract/catalogue/product.ts';

/** A number of words: fixed, or a percentage of the ordered variant's number of words. */
type Words = number | { variantPercent: number };

/** A text, or a group of texts, that the work of a service includes. */
export type PieceRule = {
  /** Part of the piece's key. Drafts and deliveries store keys, so never rename one. Absent: the group's main text. */
  key?: string;
  /** Absent: the group's own label, or the platform's. */
  label?: string;
  /** Number of texts: the ordered units, or the number in the ordered variant. Absent: one. */
  count?: number | 'quantity' | 'variant';
  /** The number of the first text, when texts of an earlier rule have the same key. */
  from?: number;
  /** Only included with these options. */
  when?: Record<string, boolean | string>;
  /** Whether the text may be empty. */
  optional?: true;
  /** One text per platform of the brief, within the platform's limits. */
  perPlatform?: true;
  /** Written automatically, except in bundles. */
  automatic?: true;
  /** The brief's list that has an entry for each text. */
  items?: string;
  /** The texts are delivered as an ordered list under this heading. */
  list?: string;
  minWords?: Words;
  maxWords?: Words;
  /** In code points. */
  maxCharacters?: number;
  maxHashtags?: number;
  parts?: PieceRule[];
};

export type WorkRule = {
  pieces: PieceRule[];
  /** The team's estimate of the work, in minutes. */
  minutes: { base: number; perUnit: number };
};

const voiceGuide: PieceRule = { key: 'voice-guide', label: 'Voice guide', when: { voiceGuide: true } };
const wordsOfVariant = { maxWords: { variantPercent: 100 } };

/**
 * The work of each service by order type. Not in catalogue.json, because every page of the storefront loads that.
 * A service without a rule has one piece, "Text".
 */
export const workRules: Record<OrderType, WorkRule> = {
  // social media posts
  0: {
    minutes: { base: 30, perUnit: 12 },
    pieces: [
      {
        key: 'post',
        label: 'Post',
        count: 'quantity',
        parts: [
          { perPlatform: true, maxHashtags: 3 },
          { key: 'alt', label: 'Alt text' },
          { key: 'image', label: 'Image brief', when: { visualBrief: true } },
        ],
      },
      { key: 'calendar', label: 'Posting calendar', when: { calendar: true } },
    ],
  },
  // business narratives
  1: {
    minutes: { base: 60, perUnit: 150 },
    pieces: [
      {
        key: 'narrative',
        label: 'Narrative',
        count: 'quantity',
        parts: [
          { key: 'headline', label: 'Headline' },
          {
            key: 'text',
            label: 'Full text',
            minWords: { variantPercent: 90 },
            maxWords: { variantPercent: 110 },
          },
          { key: 'summary', label: 'One-sentence summary' },
          { key: 'facts', label: 'Facts to check' },
          {
            key: 'short',
            label: '100-word version',
            when: { shortVersion: true },
            minWords: 90,
            maxWords: 110,
          },
        ],
      },
      voiceGuide,
    ],
  },
  // blurbs
  2: {
    minutes: { base: 20, perUnit: 15 },
    pieces: [
      {
        key: 'blurb',
        label: 'Blurb',
        count: 'quantity',
        items: 'items',
        parts: [
          wordsOfVariant,
          { key: 'second', label: 'Second version', when: { abVariant: true }, ...wordsOfVariant },
          { key: 'seo-title', label: 'SEO title', when: { metaTags: true }, maxCharacters: 60 },
          { key: 'seo-description', label: 'Meta description', when: { metaTags: true }, maxCharacters: 155 },
        ],
      },
    ],
  },
  // slogans
  3: {
    minutes: { base: 45, perUnit: 90 },
    pieces: [
      {
        key: 'set',
        label: 'Set',
        count: 'quantity',
        parts: [
          { key: 'direction', label: 'Direction', count: 3, list: 'Directions' },
          { key: 'direction', label: 'Direction', from: 4, count: 2, list: 'Directions', optional: true },
          {
            key: 'slogan',
            label: 'Slogan',
            count: 'variant',
            list: 'Slogans',
            parts: [{}, { key: 'rationale', label: 'Rationale', when: { rationale: true } }],
          },
          { key: 'favorite', label: 'Top pick and why' },
          { key: 'availability', label: 'Availability check', when: { availability: true } },
        ],
      },
    ],
  },
  // content quality analyzer
  4: {
    minutes: { base: 0, perUnit: 45 },
    pieces: [
      {
        key: 'report',
        label: 'Quality report',
        count: 'quantity',
        parts: [
          { automatic: true },
          { key: 'comments', label: 'Editor’s comments', when: { level: 'expert' } },
          { key: 'edited', label: 'Edited text', when: { level: 'rewrite' } },
          { key: 'marked-up', label: 'Marked-up text', when: { level: 'rewrite' } },
        ],
      },
    ],
  },
  // hashtag optimization
  5: {
    minutes: { base: 10, perUnit: 15 },
    pieces: [
      {
        key: 'hashtags',
        label: 'Hashtag set',
        count: 'quantity',
        items: 'topics',
        parts: [
          { automatic: true },
          { key: 'checked', label: 'Strategist’s check', when: { strategist: true } },
        ],
      },
    ],
  },
};

/** Pieces that a bundle's own options add to those of its items. */
export const bundlePieces: PieceRule[] = [voiceGuide];
