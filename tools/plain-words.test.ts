import assert from 'node:assert/strict';
import test from 'node:test';
import { listTexts } from './list-texts.ts';

/** Words to avoid in texts for people, with their replacement, so that each thing has one word, in American English. */
const instead: readonly [said: RegExp, say: string][] = [
  [/(?<!capital |one )\bletters?\b(?!,? (?:numbers|and (?:numbers|digits)))/i, 'email'],
  [/\be-mails?\b/i, 'email'],
  [/\b(?<!expired )cancell(?:ed|ing)\b/i, 'canceled, canceling'],
  [/[\d}] %/, '57%, without a space'],
  [/\bsign(?:ed|ing)?[ -](?:in|out)\b/i, 'log in, log out'],
  [/\b(?:basket|shopping cart)\b/i, 'cart'],
  [/\bcart lines?\b|\blines? (?:of|in|from) your cart\b|\btake a line\b/i, 'item'],
  [
    /\b(?:enquir(?:y|ies)|favourites?|colours?|centre|licence|catalogues?)\b|\b(?:organ|recogn|apolog)ise/i,
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
  [/\bhand(?:s|ed|ing)? (?:it |the \w+ )?(?:in|back)\b/i, 'submit for review, return to the writer'],
  [
    /\bfree (?:lines?|work)\b|\b(?:take|took|release[sd]?) (?:it|the line|a line)$/i,
    'unassigned, assign, unassign',
  ],
  [/\boutcomes?\b|\bpoints? (?:\{…\}|of the revision)/i, 'change, answer'],
  [/\bclock (?:is running again|runs|restarts|goes on)\b/i, 'the delivery clock has resumed'],
  [/^(?:leaves in|needed) |\b(?:hasn’t|has not) left\b/i, 'is sent, due'],
  [/\bcall(?:ed|s)? back\b/i, 'undo'],
  [/\bfor good\b/i, 'permanently'],
  [/\byour notes\b/i, 'the changes you requested'],
  [/\bstarts? (?:work )?on the next business day\b/i, 'by the next business day'],
  [/\bone of us\b/i, 'our team'],
  [/\b(?:the )?way it came\b/i, 'to your original payment method'],
  [/\bby hand\b/i, 'manually'],
  [/\banew\b/i, 'again'],
  [/\b(?:took|taken?|takes?) more (?:time|days)\b/i, 'extended the review period'],
  [/\bUse it like this\b/, 'Usage:'],
  [/\b(?:can|do|is|are|would|will)(?:n’t)?\b.* any more\b/i, 'anymore, no longer'],
  [/\b(?:on|off) the books\b/i, 'kept for accounting'],
  [/\bday(?:s)? or more\b/i, 'from 4 business days'],
  [/\bThere is no such\b|\bYou have no such\b/i, 'We can’t find that order'],
  [/\bin the meantime\b/i, 'This text has changed since you opened it'],
  [/\b(?:cannot|could not) be\b/i, 'can’t be, couldn’t be'],
  [/\bthe person who runs the server\b/i, 'your server administrator'],
  [/\b(?:stripe|mollie|the scanner) answer(?:s|ed)\b/i, 'responded with'],
  [/\bleaves? (?:people|them) out\b/i, 'exclude'],
  [/\bBetter version\b/, 'improved version'],
  [/\bcode is wrong\b/i, 'the code is incorrect'],
  [/\b(?:ways? to log in|log-ins?)\b/i, 'login method, login'],
  [/\bprovider’s (?:site|pages)\b/i, 'the provider’s dashboard'],
  [/\b(?:responded|responding) to\b/i, 'the response is sent'],
  [/\b(?:send|sent|sending) (?:(?:it|the money|\{…\}) )?back\b/i, 'refund'],
  [/\bno longer possible\b/i, 'couldn’t be carried out'],
  [/(?<!Usage: )\btickets?\b(?! T-)/, 'conversation'],
  [/\bthreads?\b/, 'conversation'],
  [/\bpooler in front\b/i, 'connection pooler'],
  [/^\p{Lu}.*\p{L}'(?:t|ll|s|ve|re|d)\b/u, 'don’t, with the typographic apostrophe'],
];

const texts = listTexts();

for (const [said, say] of instead)
  test(`uses ${say} instead of ${said.source} in every text for people`, () => {
    const found = texts.filter(({ text }) => said.test(text)).map(({ place, text }) => `${place}: ${text}`);
    assert.deepEqual(found, [], `say “${say}” instead`);
  });
