import assert from 'node:assert/strict';
import test from 'node:test';
import { scoreReport } from '#contract/instant/score-report.ts';
import { builtInCatalogue } from '#contract/catalogue/built-in-catalogue.ts';
import { analyzeText } from './analyze-text.ts';

const analyze = (text: string) =>
  analyzeText({ title: '', text, contentType: 'other', readers: 'everyone', language: 'en-US' });

/** The sentences that the shop's own pages cross out as empty, and other empty sentences. */
const hype = [
  ...builtInCatalogue.products
    .flatMap((product) => ('edit' in product ? [product.edit.cut] : []))
    .filter((cut) => !cut.startsWith('#')),
  'We are thrilled to announce our newest creation!',
  'From humble beginnings, our passionate founders embarked on a journey.',
  'Perfect for any occasion!',
  'Bread that is baked with passion and care.',
  'Your one-stop destination for bread.',
  'We utilize heritage grains to craft our loaves.',
  'We leverage synergies to deliver innovative world-class solutions.',
  'Experience the magic of our handcrafted candles.',
  'We are delighted to share some exciting news with you.',
  'Our team of passionate experts is dedicated to your success.',
  'We pride ourselves on exceptional customer service.',
  'Where tradition meets innovation.',
  'Quality you can trust, service you deserve.',
  'Made with love for the ones you love.',
  'Elevate your mornings with our signature blend.',
  'A truly unforgettable experience for the whole family.',
  'Crafted to perfection with the finest ingredients.',
  'Because you deserve the best.',
  'We go above and beyond for every client.',
  'Discover the difference today.',
  'The perfect blend of style and comfort.',
  'Taking your business to new heights.',
  'Your trusted partner for all your printing needs.',
  'An unparalleled commitment to excellence.',
  'We believe that every customer is unique.',
  'More than just a gym.',
  'Our state-of-the-art facility offers cutting-edge treatments.',
  'Unlock the power of healthy skin.',
  'Nothing beats our amazing pizza.',
  'We provide high-quality products at affordable prices.',
];

test('finds the empty phrase in each sentence of hype', async () => {
  const missed: string[] = [];
  for (const text of new Set(hype)) {
    const { findings } = await analyze(text);
    if (!findings.some(({ part, end }) => part === 'clarity' && end > 0)) missed.push(text);
  }
  assert.deepEqual(missed, []);
});

test('scores a text of nothing but hype below 70, and a text with the same message and facts above 90', async () => {
  const scoreOf = async (text: string) => scoreReport(await analyze(text)).overall;
  const scores = [
    `We are thrilled to announce our newest creation! Baked with passion and care. Your one-stop destination for bread. Perfect for any occasion. From humble beginnings, our passionate founders embarked on a journey.`,
    `Welcome to our salon, where beauty meets excellence. Our talented team of passionate stylists is dedicated to making you look and feel your best. We use only the finest products and the latest techniques to deliver a truly unforgettable experience. Because you deserve the best.`,
    `We leverage synergies to deliver innovative, world-class solutions that empower businesses to unlock their full potential. Our customer-centric approach and unwavering commitment to excellence set us apart from the competition.`,
  ];
  for (const text of scores) assert.ok((await scoreOf(text)) < 70, `${await scoreOf(text)}: ${text}`);
  const plain =
    'Rye is back on Monday. Each loaf weighs 800 grams, costs $7 and keeps five days. We bake 60, so order by Sunday noon. Omar and Lena opened the bakery in 2011 with one borrowed oven; today there are three.';
  assert.ok((await scoreOf(plain)) > 90, `${await scoreOf(plain)}`);
});
