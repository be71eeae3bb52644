import { testGrammarErrors } from '#test/server/test-grammar-errors.ts';

testGrammarErrors({
  '“your” for “you’re”': {
    wrong: [
      ['We tell you what your paying before we start.', 'your', "you're"],
      ['If your looking for a lamp, come by.', 'your', "you're"],
      ['Your good at what you do.', 'Your', "You're"],
      ['Your all invited on Friday.', 'Your', "You're"],
      ['Call us before your ready to move.', 'your', "you're"],
      ['Your always welcome here.', 'Your', "You're"],
    ],
    right: [
      'If your heating breaks, call us.',
      'See what your working day looks like.',
      'Your own room is ready.',
      'Your best friend is late.',
      'When your running shoes wear out, bring them in.',
    ],
  },
  '“you’re” for “your”': {
    wrong: [
      ['Buying you’re first home is exciting.', 'you’re', 'your'],
      ['Don’t let winter spoil you’re goals.', 'you’re', 'your'],
      ['Thanks for you’re email.', 'you’re', 'your'],
      ['Is this you’re bag?', 'you’re', 'your'],
      ['You’re order has shipped.', 'You’re', 'Your'],
    ],
    right: [
      'When you’re home, call us.',
      'You’re part of the family.',
      'You’re first in line.',
      'With every step you’re closer.',
      'You’re free to leave.',
    ],
  },
  '“its” for “it’s”': {
    wrong: [
      ['Its only five minutes from the station.', 'Its', "It's"],
      ['Its almost finished.', 'Its', "It's"],
      ['The neck is narrow, so its perfect for one flower.', 'its', "it's"],
      ['We use one batter, and its made fresh.', 'its', "it's"],
      ['You are better off walking, its quicker.', 'its', "it's"],
    ],
    right: [
      'Its only window faces north.',
      'The town and its old bridge are worth a visit.',
      'The lamp and its hand-made shade arrived.',
      'The bank cut its best rate.',
      'Its perfect acoustics make the hall famous.',
    ],
  },
  '“it’s” for “its”': {
    wrong: [
      ['It’s neck is narrow.', 'It’s', 'Its'],
      ['They work in any of it’s factories.', 'it’s', 'its'],
      ['The judges praised it’s Golden Pale.', 'it’s', 'its'],
      ['The bakery is known for it’s cardamom rolls.', 'it’s', 'its'],
    ],
    right: ['It’s heavy work.', 'We think it’s good bread.', 'What it’s worth depends on you.'],
  },
  '“who’s” for “whose”': {
    wrong: [
      ['Thanks to Mr. Okafor, who’s bakery is giving the bread.', 'who’s', 'whose'],
      ['The council, who’s budget has been cut, wants to sell.', 'who’s', 'whose'],
      ['Who’s bag is this?', 'Who’s', 'Whose'],
    ],
    right: [
      'Anna, who’s head of sales, is on leave.',
      'Who’s in the garden?',
      'Ask Tom, who’s chef at the Ivy.',
    ],
  },
  '“were” and “where” for “we’re”': {
    wrong: [
      ['Were officially turning ten this week.', 'Were', "We're"],
      ['It’s a big step, but were ready.', 'were', "we're"],
      ['Where happy to help.', 'Where', "We're"],
    ],
    right: [
      'Were you at home?',
      'The rooms were small but were ready on time.',
      'Where open fires are allowed, bring wood.',
    ],
  },
  '“are” for “our”': {
    wrong: [
      ['This is a reminder that are summer fair is on Saturday.', 'are', 'our'],
      ['He got out of are yard.', 'are', 'our'],
    ],
    right: ['The shoes I have on are new.', 'We know that are is a verb.'],
  },
  '“there,” “their” and “they’re”': {
    wrong: [
      ['Most members come early, there gone by eight.', 'there', "they're"],
      ['We love them because there so kind.', 'there', "they're"],
      ['Their are no hidden costs.', 'Their', 'There'],
      ['Theirs seating for twenty people.', 'Theirs', "There's"],
      ['We wash they’re towels daily.', 'they’re', 'their'],
    ],
    right: [
      'If there only was time, she would go.',
      'Their will to win is strong.',
      'URLs are case-sensitive, so their casing matters.',
      'When we got there it was closed.',
    ],
  },
  '“I’m” like “I am”': {
    wrong: [
      ['I’m agree with you.', '’m agree', 'agree'],
      ['I’m used to get up early.', 'to get', 'to getting'],
      ['I dont knew it.', 'knew', 'know'],
    ],
    right: ['I’m live every Friday at noon.', 'I’m used to it.', 'It’s used to show a pause.'],
  },
});
