import { testGrammarErrors } from '#test/server/test-grammar-errors.ts';

testGrammarErrors({
  'apostrophes that are missing or too many': {
    wrong: [
      ['See you at Fridays meeting.', 'Fridays', "Friday's"],
      ['It won gold at this years awards.', 'years', "year's"],
      ['I asked the owner’s of three shops.', 'owner’s', 'owners'],
      ['It helps 600 family’s a week.', 'family’s', 'families'],
      ['It is made from sustainable stock’s and fried.', 'stock’s', 'stocks'],
      ['The shop is closed on Sunday’s.', 'Sunday’s', 'Sundays'],
      ['The companies goal is growth.', 'companies', "company's"],
      ['I miss my grandmother jam.', 'grandmother', "grandmother's"],
      ['We measure our customers satisfaction.', 'customers', "customers'"],
    ],
    right: [
      'On Fridays we meet.',
      'The last weeks of summer are warm.',
      'Sunday’s menu is short.',
      'English is my mother tongue.',
      'Our customers trust us.',
      'The 100 families meet a week later.',
    ],
  },
  'orders and statements joined by a comma': {
    wrong: [
      ['Bring your own bags if you can, we ran out last time.', 'can, we'],
      ['Please leave beds at home, we provide clean bedding.', 'home, we'],
      ['If you have no ticket, ask at the office, we keep spares.', 'office, we'],
      ['Please don’t chase him, he gets scared.', 'him, he'],
    ],
    right: [
      'Come rain or shine, we deliver.',
      'Run by two sisters, we bake all day.',
      'Set on a hill by the sea, it has four rooms.',
      'Whether you walk or drive, we are close.',
      'Relax, we know the way.',
    ],
  },
});
