import { testGrammarErrors } from '#test/server/test-grammar-errors.ts';

testGrammarErrors({
  'two negative words in one clause': {
    wrong: [
      ['You don’t need no special tools.', 'no', 'any'],
      ['Tyler can’t have no peanuts.', 'no', 'any'],
      ['We don’t charge nothing for that.', 'nothing', 'anything'],
      ['I haven’t seen nobody.', 'nobody'],
      ['I can’t hardly hear you.', 'hardly'],
      ['No one doesn’t wait more than a day.', 'n’t'],
    ],
    right: [
      'We can no longer wait, and nobody does.',
      'There is no reason not to come.',
      'It was not for nothing.',
      'Don’t say no to a second cup.',
      'It makes no difference, so don’t worry.',
    ],
  },
  '“him and me” and “them” as subjects': {
    wrong: [
      ['Him and me finally set up a desk.', 'Him and me'],
      ['He waited before him and me found a desk.', 'him and me'],
      ['They differ because them are blown by hand.', 'them'],
      ['Them old boilers need care.', 'Them'],
    ],
    right: ['She called him and me.', 'A number of them are training.', 'Ask him and her about it.'],
  },
  '“I” and “myself” as objects': {
    wrong: [
      ['Just call my husband or I right away.', 'I'],
      ['Give it to John and I.', 'I'],
      ['Please contact Tom or myself.', 'myself', 'me'],
      ['Could yourself find out?', 'yourself', 'you'],
    ],
    right: [
      'You create chances for yourself and for others.',
      'Between you and me, it was fine.',
      'For Tom and I am sure it was fun.',
      'I did it myself.',
    ],
  },
  'spoken verb forms': {
    wrong: [
      ['The kids have already ate.', 'ate', 'eaten'],
      ['The fence blown down last night.', 'blown', 'blew'],
      ['I was sat outside.', 'was sat', 'was sitting'],
      ['I use to live in Berlin.', 'use', 'used'],
      ['It was suppose to start in March.', 'suppose', 'supposed'],
      ['The dog lays on the sofa.', 'lays', 'lies'],
      ['He laid on his couch for weeks.', 'laid', 'lay'],
    ],
    right: [
      'They have eaten.',
      'Does he use to-do lists?',
      'Did you use to live here?',
      'He laid the tiles.',
      'Which tile do you want to lay on the floor?',
      'She was sat on by her cat.',
    ],
  },
  'words that are too many': {
    wrong: [
      ['Our shop has been open since last three years.', 'since', 'for the'],
      ['It arrives in between three to five days.', 'in between', 'between'],
      ['The reason is because it rained.', 'reason is because', 'reason is that'],
      ['It was said by the Mr. Sharma.', 'the'],
      ['Each and every students is here.', 'students', 'student'],
    ],
    right: ['The shop is in between the two banks.', 'The Mr. Men books are fun.'],
  },
  'verbs that don’t fit their subject, in speech': {
    wrong: [
      ['My boss don’t believe me.', 'do', 'does'],
      ['Prices starts at £35.', 'starts', 'start'],
      ['Every January, my inbox fill up with mail.', 'fill', 'fills'],
      ['There are a lot of noise.', 'are', 'is'],
      ['Do anyone know the code?', 'Do anyone', 'Does anyone'],
    ],
    right: [
      'Does the software have a free trial?',
      'The prices on the shelf are the same.',
      'Feedback from your readers is useful.',
      'Write it short if there are space limits.',
      'Why don’t the shop and the bank agree?',
      'The people who use it don’t know about it.',
      'Most people who find your project don’t ask.',
    ],
  },
});
