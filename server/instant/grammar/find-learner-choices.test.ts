import { testGrammarErrors } from '#test/server/test-grammar-errors.ts';

testGrammarErrors({
  'missing and unnecessary articles': {
    wrong: [
      ['She is teacher in a small school.', 'teacher', 'a teacher'],
      ['We are team of nine engineers.', 'team', 'a team'],
      ['At first we worked in garage.', 'garage', 'a garage'],
      ['The driver comes at 5 in morning.', 'morning', 'the morning'],
      ['Wash it off with a warm water.', 'a'],
      ['I go to the work by car.', 'the work', 'work'],
    ],
    right: [
      'How long are you in town?',
      'We have room for one more.',
      'The door is open in the morning.',
      'Morning light is best.',
    ],
  },
  'people who are boring or exciting': {
    wrong: [
      ['I am boring at work.', 'boring', 'bored'],
      ['I am very exciting about the trip.', 'exciting', 'excited'],
      ['The film was very interested.', 'interested', 'interesting'],
    ],
    right: ['The film is exciting.', 'I was bored at work.', 'We are interested in film.'],
  },
  'prepositions from other languages': {
    wrong: [
      ['On my opinion, milk spoils the taste.', 'On', 'In'],
      ['Our flat is at five minutes from the old town.', 'at'],
      ['I can pay until 700 dollars a month.', 'until', 'up to'],
      ['If something breaks, please call to us.', 'to'],
      ['For make a reservation, click below.', 'For', 'To'],
    ],
    right: [
      'Here is what I remember about the trip.',
      'The license is for use by schools.',
      'They arrived to find the door locked.',
      'It is open until 5.',
    ],
  },
  'numbers and amounts': {
    wrong: [
      ['Use it two time a week.', 'time', 'times'],
      ['We oil it one time a year.', 'one time', 'once'],
      ['The firm has four hundreds workers.', 'hundreds', 'hundred'],
      ['Each of balloons carries two people.', 'Each of balloons', 'Each of the balloons'],
      ['My hairs are long.', 'hairs', 'hair'],
    ],
    right: [
      'Hundreds of people came.',
      'Make the most of it.',
      'Two time zones meet here.',
      'One of us is late.',
    ],
  },
  'tenses that don’t go with the time': {
    wrong: [
      ['Since 2008 we translate texts.', 'translate', 'have translated'],
      ['We are flying since 2010.', 'are flying', 'have been flying'],
      ['Yesterday we have finally moved.', 'have finally moved', 'finally moved'],
      ['In 2019, a big retailer has ordered our system.', 'has ordered', 'ordered'],
    ],
    right: [
      'We have lived here since 2008.',
      'If you have moved since last year, tell us.',
      'Since it opened in 2010, the shop has grown.',
      'A shop that has closed in 2019 is empty.',
      'Since you are here, we can begin.',
    ],
  },
  'verbs and adverbs from other languages': {
    wrong: [
      ['Can you borrow me a pen?', 'borrow', 'lend'],
      ['How do you call this?', 'How', 'What'],
      ['I very like this place.', 'very like', 'really like'],
      ['Please not put the mug in the oven.', 'not', "don't"],
      ['The prices have raised again.', 'raised', 'risen'],
      ['Neither the price or the size fits.', 'or', 'nor'],
      ['Our team consist of five people.', 'consist', 'consists'],
    ],
    right: [
      'Residents there have a saying.',
      'The list says it cost £4 at auction.',
      'The coat fit the boy.',
      'Because it need not be cold, it ships anywhere.',
      'You can wipe it clean with a cloth.',
      'How do you call in sick?',
    ],
  },
});
