import { testGrammarErrors } from '#test/server/test-grammar-errors.ts';

testGrammarErrors({
  'ages and weather with “have” and “make”': {
    wrong: [
      ['My husband has 45 years, but he dances.', 'has 45 years'],
      ['It made very cold in the morning.', 'made'],
    ],
    right: [
      'She has 12 years of experience.',
      'The oven makes very hot bread.',
      'The judge has ten years left.',
    ],
  },
  '“what” and “that” for “which,” “that” and “who”': {
    wrong: [
      ['The thing what surprised me most was the noise.', 'what', 'that'],
      ['She cooked it from berries what we picked.', 'what', 'that'],
      ['It is made by hand, what means that colors differ.', 'what', 'which'],
      ['The new shop, that is on Main Street, is small.', 'that', 'which'],
      ['We chose the gray model, that is cheaper.', 'that', 'which'],
    ],
    right: [
      'Tell your friends what you saw.',
      'We show customers what we mean.',
      'If you buy now, that is a saving.',
      'In the shop, that is not allowed.',
      'First, what is the price?',
    ],
  },
  'a second pronoun for the same noun': {
    wrong: [
      ['My grandfather he planted the first trees.', 'he'],
      ['Our black soap it is made in Morocco.', 'it'],
      ['It is for people who they have sensitive skin.', 'they'],
    ],
    right: [
      'The cake she baked was gone.',
      'My brother, he said, was late.',
      'People who they want to reach are busy.',
    ],
  },
  'questions in the order of statements': {
    wrong: [
      ['Why you didn’t call?', 'Why you didn’t'],
      ['How I can book a cottage?', 'How I can'],
      ['You can see how does the mill work.', 'how does the'],
      ['Does anyone know who do I ask?', 'who do I'],
      ['How long does it takes?', 'takes', 'take'],
      ['Does your dog hates going out?', 'hates', 'hate'],
      ['Has anybody saw our dog?', 'saw', 'seen'],
      ['Does she has a car?', 'has', 'have'],
    ],
    right: [
      'When you can have both, why choose one?',
      'I know how the mill works.',
      'Tell me what is the matter.',
      'Do you know how?',
      'Does the lamp work?',
    ],
  },
  'verb forms from other languages': {
    wrong: [
      ['Please feel free contact me.', 'contact', 'to contact'],
      ['We are thinking to move.', 'to move', 'of moving'],
      ['He wants that we come earlier.', 'that'],
      ['I pretend to open a second shop.', 'pretend'],
      ['Thank you for have written.', 'have', 'having'],
      ['After one month you will be able to reading it.', 'reading', 'read'],
      ['You will have pay ten pounds.', 'pay', 'to pay'],
      ['Our new product will be launch next week.', 'launch', 'launched'],
      ['You can found us on Main Street.', 'found', 'find'],
      ['We make also cakes.', 'make also', 'also make'],
    ],
    right: [
      'Feel free to contact me.',
      'Here are three mistakes to avoid to save time.',
      'Say you run five vans.',
      'It can be used to show a pause.',
    ],
  },
  'comparisons from other languages': {
    wrong: [
      ['We sold 12% more as the year before.', 'as', 'than'],
      ['For longer stays, we have a more low price.', 'more low', 'lower'],
      ['It is dangerous easy to drink.', 'dangerous', 'dangerously'],
      ['I am learning fastly.', 'fastly', 'fast'],
    ],
    right: [
      'The view gets better as the day goes on.',
      'The land is worth more as two lots.',
      'Many firms do well by doing good.',
      'We offer more new courses.',
    ],
  },
});
