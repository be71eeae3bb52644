import { testGrammarErrors } from '#test/server/test-grammar-errors.ts';

testGrammarErrors({
  '“less” with what can be counted, before “than,” too': {
    wrong: [['We use less bags than we did last year.', 'less', 'fewer']],
    right: ['It weighs less than three bags of flour.', 'She spends less time there than her boss does.'],
  },
  'verbs far from their subject': {
    wrong: [
      ['Everybody in the choir know the second verse.', 'know', 'knows'],
      ['The owners of the shop lives upstairs with their cats.', 'lives', 'live'],
      ['The nurses at the clinic wants new chairs.', 'wants', 'want'],
    ],
    right: [
      'Everybody in the choir knows the tune.',
      'Let everyone in the room speak.',
      'The director of the film lives in Rome.',
    ],
  },
  'superlatives and ends without “the”': {
    wrong: [
      ['This is best soup I have eaten.', 'best', 'the best'],
      ['It is biggest shop in the city.', 'biggest', 'the biggest'],
      ['Please pay before end of the week.', 'end', 'the end'],
      ['We meet at the end of month because of the rent.', 'month', 'the month'],
    ],
    right: [
      'It is best to call ahead.',
      'It is best left alone.',
      'It was best known for its cheese.',
      'We hold an end of year sale.',
      'At end of life, the battery is recycled.',
    ],
  },
  '“that” for “than”': {
    wrong: [
      ['My new bike is lighter that my old one.', 'that', 'than'],
      ['It is more useful that our last one.', 'that', 'than'],
    ],
    right: ['It was clear that my brother would win.', 'It is more likely that our train is late.'],
  },
  'tenses that do not fit the time': {
    wrong: [
      ['She has moved to Leeds in 2016.', 'has moved', 'moved'],
      ['When I arrived, they already left.', 'already left', 'had already left'],
      ['Last summer the river floods our cellar.', 'floods', 'flooded'],
    ],
    right: [
      'He has lived in Leeds since 2016.',
      'When I arrived, they had already left.',
      'I have worked with him in 12 countries.',
      'Last summer the river flooded twice.',
    ],
  },
  'words that sound alike': {
    wrong: [
      ['The neighbors parked there caravan by the gate.', 'there', 'their'],
      ['We called because there moving in on Friday.', 'there', "they're"],
      ['The paint compliments the oak floor.', 'compliments', 'complements'],
      ['She was lead to believe it.', 'lead', 'led'],
      ['Our staff will insure that every guest has a seat.', 'insure', 'ensure'],
      ['Please keep the stationary in the top drawer.', 'stationary', 'stationery'],
      ['I wear this coat everyday in winter.', 'everyday', 'every day'],
      ['Please response before Friday.', 'response', 'respond'],
      ['Are gym opened in 2014.', 'Are', 'Our'],
    ],
    right: [
      'We moved there when I was nine.',
      'Because there is no bus, we walk.',
      'There still is time to book.',
      'She compliments the chef on every dish.',
      'The lead singer took the lead.',
      'They insure the house against fire.',
      'Keep the car stationary until the light is green.',
      'She wears everyday clothes at work.',
      'Thank you for your quick response to our letter.',
      'Are coffee and tea included?',
    ],
  },
  'missing words and two forms in one': {
    wrong: [
      ['Please let know if it is late.', 'let know', 'let us know'],
      ['If you any questions, ring us.', 'any', 'have any'],
      ['We want a baker who can does a cake.', 'does', 'do'],
      ['Come and trying a free class.', 'trying', 'try'],
    ],
    right: [
      'Please let Tom know if it is late.',
      'If you need any help, ring us.',
      'The can does not rust.',
      'Go and bring your coat.',
    ],
  },
});
