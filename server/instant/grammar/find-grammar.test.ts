import { testGrammarErrors } from '#test/server/test-grammar-errors.ts';

testGrammarErrors({
  'a verb that does not fit “he,” “she” and “it”': {
    wrong: [
      ['She have a shop in Leeds.', 'have', 'has'],
      ['It depend on the weather.', 'depend', 'depends'],
      ['He do n’t like it.', 'do'],
    ],
    right: ['Does she have a shop?', 'We let it rest.', 'The board asks that he resign.', 'Watch it grow.'],
  },
  'a verb that does not fit “we,” “you” and “they”': {
    wrong: [
      ['We has three ovens.', 'has', 'have'],
      ['They was late.', 'was', 'were'],
      ['We offers a tour.', 'offers', 'offer'],
    ],
    right: ['The woman who called you was late.', 'What we need is time.', 'One of us was late.'],
  },
  'a verb that does not fit its noun': {
    wrong: [
      ['The list of rooms are on the door.', 'are', 'is'],
      ['Our products is made here.', 'is', 'are'],
      ['The keys to the house was lost.', 'was', 'were'],
      ['But many teams struggles with focus.', 'struggles', 'struggle'],
      ['There is too many meetings.', 'is', 'are'],
      ['We saw that 47% of employees spends an hour there.', 'spends', 'spend'],
      ['Slack, email, and Teams is always on.', 'is', 'are'],
    ],
    right: [
      'But many teams struggle, and that costs time.',
      'Fifty visits a day is too many.',
      'The team are away.',
      'A number of guests are here.',
      'Bread and butter is all he eats.',
      'Ten dollars is enough.',
      'The news is good.',
    ],
  },
  'a verb that does not fit “everyone” and “each”': {
    wrong: [
      ['Everyone have a key.', 'have', 'has'],
      ['Every guest receive a card.', 'receive', 'receives'],
      ['Neither of the doors are open.', 'are', 'is'],
      ['Each of our lamps come with a bulb.', 'come', 'comes'],
    ],
    right: ['Does everyone have a key?', 'Let everyone know.', 'Everyone has a key.'],
  },
  '“there is” with several things': {
    wrong: [
      ['There is many reasons.', 'is', 'are'],
      ['There are a problem.', 'are', 'is'],
    ],
    right: ['There is one reason.', 'There are a lot of reasons.', 'There are a few seats left.'],
  },
  'a singular after “many,” “two” and “one of”': {
    wrong: [
      ['Many customer ask for it.', 'customer', 'customers'],
      ['One of our driver is here.', 'driver', 'drivers'],
      ['These kind of shoes last.', 'kind', 'kinds'],
    ],
    right: [
      'Many a baker knows it.',
      'It is a two bedroom flat.',
      'Five fish swam by.',
      'Three times is enough.',
    ],
  },
  '“this” with several and “these” with one': {
    wrong: [
      ['This shoes fit me.', 'This', 'These'],
      ['I like this are the best.', 'this', 'these'],
    ],
    right: ['This bus stops here.', 'These fish are fresh.', 'This is it.'],
  },
  'a form that “can” and “will” do not take': {
    wrong: [
      ['He can speaks French.', 'speaks', 'speak'],
      ['You should came early.', 'came', 'come'],
      ['You must to call her.', 'to call', 'call'],
    ],
    right: ['The can holds a liter.', 'We will be working.', 'The will was read.'],
  },
  'a form that “did” does not take': {
    wrong: [
      ['He did not went home.', 'went', 'go'],
      ['They didn’t knew it.', 'knew', 'know'],
    ],
    right: ['He did not go.', 'Not that they did: seen from here, it is small.'],
  },
  'a form that “have” does not take': {
    wrong: [
      ['She has went home.', 'went', 'gone'],
      ['I have saw it.', 'saw', 'seen'],
    ],
    right: ['She has gone home.', 'I have a saw.', 'They have work to do.'],
  },
  'a form that “be” does not take': {
    wrong: [
      ['It was build in 1890.', 'build', 'built'],
      ['The cake was ate by the dog.', 'ate', 'eaten'],
    ],
    right: ['All we do is bake bread.', 'It was a build of last year.', 'It was built here.'],
  },
  'a participle without “have”': {
    wrong: [['I seen it twice.', 'seen', 'saw']],
    right: ['I have seen it.', 'The film, seen by millions, is short.'],
  },
  '“to” after verbs that take -ing': {
    wrong: [
      ['She enjoys to cook.', 'to cook', 'cooking'],
      ['We look forward to hear from you.', 'to hear', 'to hearing'],
      ['I recommend to start early.', 'to start', 'starting'],
    ],
    right: [
      'You are recommended to start early.',
      'We look forward to hearing from you.',
      'It is used to cut wood.',
    ],
  },
  'no “to” where one is needed': {
    wrong: [
      ['I want buy a bed.', 'buy', 'to buy'],
      ['They are going visit us.', 'visit', 'to visit'],
    ],
    right: ['I want to buy a bed.', 'We like visits.'],
  },
  '“to” after “let” and “make”': {
    wrong: [['She made me to wait.', 'to wait', 'wait']],
    right: ['She made it to the top.', 'She asked me to wait.'],
  },
  '“suggest” and “explain” with a person': {
    wrong: [
      ['He suggested me to buy it.', 'me to buy'],
      ['She explained us the rules.', 'us', 'to us'],
    ],
    right: ['He suggested buying it.', 'She explained the rules to us.'],
  },
  'the present for what began in the past': {
    wrong: [['I am working here since 2018.', 'am working', 'have been working']],
    right: ['I am working on it.', 'I have been working here since 2018.'],
  },
  'the perfect with a time that is over': {
    wrong: [['I have visited Rome last year.', 'have visited', 'visited']],
    right: ['Sales have grown since last year.', 'I visited Rome last year.'],
  },
  '“would have” after “if”': {
    wrong: [['If I would have known, I had come.', 'would have', 'had']],
    right: ['I would have come if I had known.'],
  },
  'plurals that do not exist': {
    wrong: [
      ['All equipments can be rented.', 'equipments', 'equipment'],
      ['Three childs sat there.', 'childs', 'children'],
      ['The peoples in this town are kind.', 'peoples', 'people'],
    ],
    right: ['The peoples of the north met.', 'She researches wine.'],
  },
  '“less” and “fewer,” “much” and “many,” “amount” and “number”': {
    wrong: [
      ['We use less chemicals.', 'less', 'fewer'],
      ['Less than ten guests came.', 'Less', 'Fewer'],
      ['Bring a few information about the trip.', 'few', 'little'],
      ['It has fewer paperwork.', 'fewer', 'less'],
      ['There were not much visitors.', 'much', 'many'],
      ['A large amount of people came.', 'amount', 'number'],
    ],
    right: ['Less than ten percent came.', 'It costs less.', 'Fewer people came.', 'Much of it is new.'],
  },
  'wrong prepositions': {
    wrong: [
      ['It depends of the size.', 'of', 'on'],
      ['She is married with a painter.', 'with', 'to'],
      ['We discussed about the plan.', 'about'],
      ['We have lived here since ten years.', 'since', 'for'],
      ['We meet in Monday.', 'in', 'on'],
      ['The shop opens in 9 a.m. on Sundays.', 'in', 'at'],
      ['I have worked here for 2010.', 'for', 'since'],
      ['It is suitable to children.', 'to', 'for'],
    ],
    right: [
      'It depends on the size.',
      'We have lived here since May.',
      'The news of Monday is old.',
      'Ten years ago it closed.',
      'Take a look at our website.',
      'The view to the north is good.',
      'Access for wheelchairs is free.',
      'We reply on weekdays and respond at once.',
      'Our approach to the problem is new.',
      'He was tired from the trip.',
      'The firm is based at the harbor.',
      'It is built for hard use.',
      'Keep in contact with us.',
      'The interest on the loan is low.',
    ],
  },
  'missing articles and small words': {
    wrong: [
      ['He works as engineer.', 'engineer', 'an engineer'],
      ['We have lot of time.', 'lot', 'a lot'],
      ['You can listen the recording.', 'the', 'to the'],
      ['They going to move.', 'going', 'are going'],
    ],
    right: [
      'He works as an engineer.',
      'A parking lot is near.',
      'Going home is easy.',
      'They were going to move.',
      'The music is too loud, and the time is right.',
      'He waited by the car.',
    ],
  },
  'the order of a question inside a sentence': {
    wrong: [
      ['Do you know where is the station?', 'where is the station'],
      ['Tell me how much is it.', 'how much is it'],
    ],
    right: ['Where is the station?', 'I know where the station is.', 'I know what is wrong.'],
  },
  'adverbs in the wrong place': {
    wrong: [['We open always at nine.', 'open always', 'always open']],
    right: [
      'We always open at nine.',
      'It is open always.',
      'We also have a garden.',
      'They always have bread, and she also is a vet.',
    ],
  },
  comparisons: {
    wrong: [
      ['It is more cheaper.', 'more cheaper', 'cheaper'],
      ['It is the most fastest way.', 'most fastest', 'fastest'],
      ['The train is fast than the bus.', 'fast', 'faster'],
      ['It is as big than yours.', 'than', 'as'],
    ],
    right: [
      'It is cheaper.',
      'We sold more fast cars than they did.',
      'It is as big as yours.',
      'Most old houses leak.',
    ],
  },
  'adjectives for adverbs': {
    wrong: [
      ['He drives very careful.', 'careful', 'carefully'],
      ['You did a really well job.', 'well', 'good'],
    ],
    right: ['He is careful.', 'It works well.', 'She feels well.'],
  },
  '“who,” “whom” and “which”': {
    wrong: [
      ['The woman which runs it is here.', 'which', 'who'],
      ['Whom wants to come?', 'Whom', 'Who'],
      ['The man with who I worked left.', 'who', 'whom'],
    ],
    right: [
      'A group of people which grows is here.',
      'To whom it may concern.',
      'Whom did you see?',
      'Read more about who we are.',
    ],
  },
  'sentences that run into each other': {
    wrong: [
      ['The oven was cold, we waited an hour.', 'cold, we', 'cold. We'],
      ['It was late we went home.', 'late we', 'late. We'],
    ],
    right: [
      'In today’s fast-paced world, we work hard for it.',
      'When the oven was cold, we waited.',
      'By the time I was ten, we had moved twice.',
      'The day the oven broke, we ate cake.',
      'Every time it rained, we stayed.',
      'Everything you need is here.',
      'You taste, you vote, and the winner stays.',
      'I am sure you know.',
    ],
  },
  'sentences that are incomplete': {
    wrong: [
      ['We stayed. Because it rained.', 'Because it rained.'],
      ['We sell shoes. Which are made in Spain.', 'Which are made in Spain.'],
    ],
    right: [
      'Because it rained, we stayed.',
      'Which is yours?',
      'If it rains, we move.',
      'Working at night is hard.',
    ],
  },
  'uneven lists': {
    wrong: [['We like hiking, swimming and to cook.', 'to cook']],
    right: ['We like hiking, swimming and cooking.', 'She came to read and to sing.'],
  },
  'commas after openings': {
    wrong: [['Unfortunately we are closed.', 'Unfortunately', 'Unfortunately,']],
    right: ['However hard it is, we try.', 'Unfortunately, we are closed.'],
  },
  apostrophes: {
    wrong: [
      ['The childrens menu is small.', 'childrens', "children's"],
      ['We sell fresh egg’s and milk.', 'egg’s', 'eggs'],
      ['We are fixing boiler’s in Norwich.', 'boiler’s', 'boilers'],
      ['There are no hidden cost’s.', 'cost’s', 'costs'],
      ['Our trainer’s have time.', 'trainer’s', 'trainers'],
      ['In the 1980’s it was new.', 'the 1980’s', 'the 1980s'],
    ],
    right: [
      'We sell our neighbor’s eggs.',
      'The mill of 1890 is old.',
      'The children sing.',
      'Fixing it’s easy.',
      'Our baker’s bread has no today’s date.',
    ],
  },
  capitals: {
    wrong: [
      ['We moved to london.', 'london', 'London'],
      ['Every Customer gets a card.', 'Customer', 'customer'],
      ['It was good friday.', 'good friday', 'Good Friday'],
      ['We speak french.', 'french', 'French'],
      ['I love the Summer.', 'Summer', 'summer'],
      ['The ceo spoke.', 'ceo', 'CEO'],
    ],
    right: [
      'Call our Customer Service Team.',
      'We march in may-green coats.',
      'See london.example for more.',
      'Get a side of french fries.',
      'The Fall of Rome was long, and the Spring 2026 menu is short.',
    ],
  },
  'words taken for each other': {
    wrong: [
      ['Your welcome to stay.', 'Your', "You're"],
      ['Bring you’re own mug.', 'you’re', 'your'],
      ['It had no affect on us.', 'affect', 'effect'],
      ['He gave me good advise.', 'advise', 'advice'],
      ['I would rather walk then drive.', 'then', 'than'],
      ['Do you know weather it rains?', 'weather', 'whether'],
      ['It is to cold to swim.', 'to', 'too'],
      ['The shop has a hole new look, the hole family says.', 'hole', 'whole'],
    ],
    right: [
      'Your welcome was warm.',
      'The side effects affect few.',
      'We advise you to take advice.',
      'First we bake, then we rest.',
      'The weather is fine.',
      'We go to cold places.',
      'There is a hole in the wall.',
      'It’s time to give the dog its bone.',
    ],
  },
});
