import { testGrammarErrors } from '#test/server/test-grammar-errors.ts';

testGrammarErrors({
  'verbs with “to” that take their object at once': {
    wrong: [
      ['Our office informed to us last week.', 'to', ''],
      ['We ask to our guests not to smoke.', 'to', ''],
      ['You can visit to our shop in Leeds.', 'to', ''],
    ],
    right: ['It is a great help to us.', 'The answer to our guests was short.', 'They call to say hello.'],
  },
  'places with “to”': {
    wrong: [
      ['She went to abroad for a year.', 'to', ''],
      ['He came to home late.', 'to', ''],
    ],
    right: ['We went to home depots.', 'She came to there being no bread.'],
  },
  'lengths and points of time': {
    wrong: [
      ['It is valid during two years.', 'during', 'for'],
      ['We have lived here from ten years.', 'from', 'for'],
      ['It opens at 8 o’clock of the morning.', 'of', 'in'],
      ['We start in next week.', 'in', ''],
      ['Please reply within March 3.', 'within', 'by'],
    ],
    right: [
      'It rained during two of the days.',
      'We have worked from ten to six.',
      'In next week’s issue we say more.',
    ],
  },
  'clauses about the future': {
    wrong: [
      ['If it will rain, we stay inside.', 'will rain', 'rain'],
      ['When you will arrive, ring the bell.', 'will arrive', 'arrive'],
      ['Write to us as soon as you will know more.', 'will know', 'know'],
    ],
    right: [
      'Let us know if you will come.',
      'When will you arrive?',
      'If you will excuse me, I have work to do.',
    ],
  },
  'two verbs that can’t stand together': {
    wrong: [
      ['You must can drive.', 'can', 'be able to'],
      ['They do not will come.', 'do not will', 'will not'],
      ['We are offer three rooms.', 'are offer', 'offer'],
      ['He is agree with us.', 'is agree', 'agrees'],
      ['It is depends on the day.', 'is depends', 'depends'],
      ['It was happened on Monday.', 'was happened', 'happened'],
      ['The parcel should arrived by Thursday.', 'arrived', 'arrive'],
      ['I am also refund your fee.', 'refund', 'refunding'],
    ],
    right: [
      'We must, can and will help.',
      'All you are is kind.',
      'The ideal should matter.',
      'She is also open.',
    ],
  },
  'questions without “do” or with the subject first': {
    wrong: [
      ['How I can book a room?', 'How I can', 'How can I'],
      ['Where you live?', 'Where you live', 'Where do you live'],
    ],
    right: ['How I can help you', 'What you get: three rooms.', 'How can I book a room?', 'How do you do?'],
  },
  'a sentence without its subject': {
    wrong: [['Is not necessary to book.', 'Is', 'It is']],
    right: ['Is a small room enough for you?', 'Is it necessary to book?'],
  },
  'articles before time, “our” and “both”': {
    wrong: [
      ['The last week we sold all of it.', 'The last', 'Last'],
      ['We cook in the our kitchen.', 'the', ''],
      ['We close at the noon.', 'the noon', 'noon'],
      ['We sell an other kind.', 'an other', 'another'],
    ],
    right: ['The last week of May was warm.', 'The last week of it we slept.', 'It is ours.'],
  },
  'nouns of another form': {
    wrong: [
      ['We bake sixty kind of bread.', 'kind', 'kinds'],
      ['Another rooms are free.', 'Another', 'Other'],
      ['You need an insurance.', 'an', 'some'],
    ],
    right: ['Another ten rooms are free.', 'He is one kind of man.', 'You need an insurance policy.'],
  },
  '“make” and “do”': {
    wrong: [
      ['We do a mistake each day.', 'do', 'make'],
      ['They made many photos.', 'made', 'took'],
    ],
    right: ['We do make a mistake each day.', 'What mistakes do people make?', 'We do many things.'],
  },
  'what follows “busy,” “spend” and “practice”': {
    wrong: [
      ['We are busy to bake bread.', 'to bake', 'baking'],
      ['They spend hours to clean it.', 'to clean', 'cleaning'],
      ['There is a possibility to park.', 'to park', 'of parking'],
    ],
    right: ['We are too busy to bake bread.', 'They have hours to clean it.'],
  },
  'two conjunctions': {
    wrong: [
      ['Although it was late, but we stayed.', 'but we', 'we'],
      ['Because the road was closed, so we walked.', 'so we', 'we'],
    ],
    right: [
      'Although small, it is warm, but not hot.',
      'Since May, so many people have come that we hired two bakers.',
    ],
  },
  'commas between a subject and its verb, or before “that”': {
    wrong: [
      ['The front doors, are large.', ', are', 'are'],
      ['They told me, that the parcel is late.', ', that', 'that'],
    ],
    right: ['The doors, which are large, are new.', 'He told me, that is true.'],
  },
  'homophones in more places': {
    wrong: [
      ['Call he front desk.', 'he', 'the'],
      ['The city held a pubic hearing.', 'pubic', 'public'],
      ['He was nice about it ones.', 'ones', 'once'],
      ['A roll of tape is not a role of tape.', 'role', 'roll'],
    ],
    right: ['Call him at the front desk.', 'The new ones are here.', 'His role in it was small.'],
  },
  'who for things': {
    wrong: [['We rent cottages who have a garden.', 'who', 'that']],
    right: ['We met guests who have a garden.'],
  },
  'capital letters after a greeting': {
    wrong: [['Dear Ms. Lee,\n\nthank you for the bread.', 'thank', 'Thank']],
    right: ['Dear Ms. Lee,\n\nThank you for the bread.'],
  },
});
