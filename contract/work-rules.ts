import type { OrderType } from './product.ts';

/** A number of words: fixed, or a share of the number that the ordered variant stands for, in percent. */
type Words = number | { variantPercent: number };

/** What the work of a service consists of: a text to write, or a group of them. */
export type PieceRule = {
  /** Part of the piece's key. Drafts and deliveries store keys: never rename one. Absent: the group's main text. */
  key?: string;
  /** Absent: the group's own label, or the platform's. */
  label?: string;
  /** How often: as many units as were ordered, or the number that the ordered variant stands for. Absent: once. */
  count?: number | 'quantity' | 'variant';
  /** The first number, when an earlier rule has the same key. */
  from?: number;
  /** Only with these options. */
  when?: Record<string, boolean | string>;
  /** May be left empty. */
  optional?: true;
  /** Once for each platform of the brief, within the platform's limits. */
  perPlatform?: true;
  /** The program writes it, except in bundles. */
  automatic?: true;
  /** The brief's list with one entry for each of these. */
  items?: string;
  /** Delivered as an ordered list below this heading. */
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

/** What a bundle's own options add to the work of its items. */
export const bundlePieces: PieceRule[] = [voiceGuide];
