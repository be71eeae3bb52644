import assert from 'node:assert/strict';
import test from 'node:test';
import { listTexts } from './list-texts.ts';

/** Words to avoid in texts for people, with their replacement: one word for one thing, in American English. */
const instead: readonly [said: RegExp, say: string][] = [
  // "letters" is also the name of an operator command
  [/(?<!capital |one |")\bletters?\b(?!"|,? (?:numbers|and (?:numbers|digits)))/i, 'email'],
  [/\be-mails?\b/i, 'email'],
  [/\b(?<!expired )cancell(?:ed|ing)\b/i, 'canceled, canceling'],
  [/[\d}] %/, '57%, without a space'],
  [/\bsign(?:ed|ing)?[ -](?:in|out)\b/i, 'log in, log out'],
  [/\b(?:basket|shopping cart)\b/i, 'cart'],
  [/\bcart lines?\b|\blines? (?:of|in|from) your cart\b|\btake a line\b/i, 'item'],
  [
    /\b(?:enquir(?:y|ies)|favourites?|colours?|centre|licence)\b|\b(?:organ|recogn|apolog)ise/i,
    'American spelling',
  ],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\blaps(?:e|es|ed)\b/i, 'expire'],
  [/\b(?:stands?|stood) still\b/i, 'is on hold, is paused'],
  [/\b(?:gave|given|give|gives|giving) back\b/i, 'refund'],
  [/\btaken back\b|\btook (?:it|the payment|the money) back\b/i, 'reversed by the bank'],
  [/\bnotices?\b/i, 'webhook event'],
  [/\bprivacy (?:agreement|choice)\b/i, 'privacy policy, Privacy settings'],
  [/\bterms and conditions\b/i, 'terms of service'],
  [/\b(?:voucher|store credit|wallet)\b/i, 'balance'],
  [/\bon (?:your|the|its|the customer[’']s) balance\b/i, 'in your balance'],
  [/\btop(?:ped)?[ -]up\b/i, 'add funds, deposit'],
  [/\b(?:slogans|blurbs|posts|narratives) is\b/i, 'Your slogans are ready'],
  [/\b(?:whoever|somebody)\b/i, 'someone, anyone who'],
  [/\b(?:is|was|are) told\b/i, 'gets an email'],
  [/\bday(?:s)? or more\b/i, 'from 4 business days'],
  [/\bThere is no such\b|\bYou have no such\b/i, 'We can’t find that order'],
  [/^\p{Lu}.*\p{L}'(?:t|ll|s|ve|re|d)\b/u, 'don’t, with the typographic apostrophe'],
];

const texts = listTexts();

for (const [said, say] of instead)
  test(`uses ${say} instead of ${said.source} in every text for people`, () => {
    const found = texts.filter(({ text }) => said.test(text)).map(({ place, text }) => `${place}: ${text}`);
    assert.deepEqual(found, [], `say “${say}” instead`);
  });
