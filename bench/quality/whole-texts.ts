/** Whole, correct texts of several genres and varieties of English, written for this set. */
export type WholeText = { genre: string; language: string; readers: string; title: string; text: string };

const us = (genre: string, title: string, text: string, readers = 'everyone'): WholeText => ({
  genre,
  language: 'en-US',
  readers,
  title,
  text,
});
const gb = (genre: string, title: string, text: string, readers = 'everyone'): WholeText => ({
  ...us(genre, title, text, readers),
  language: 'en-GB',
});

export const wholeTexts: WholeText[] = [
  us(
    'about',
    'Why slow bread',
    `Most bread is made in an hour. Ours takes two days, and that time is the whole difference.

We mill the flour in the morning and mix the dough at noon. Then we wait. The next night we shape each loaf by hand and bake it on stone. By seven it hangs on your door.

Slow dough turns a little sour, which keeps the crumb moist. You slice it on Monday and it still toasts well on Friday. If you have never tried it, start with the rye.`,
  ),
  us(
    'product',
    'The folding chair',
    `This chair folds flat in two seconds and hangs on any hook. The seat is woven cotton, so it stays cool in summer and warm in winter.

It weighs less than nine pounds. You can carry it to the park with one hand and still hold an ice cream in the other. The frame is ash from Vermont, oiled and not painted. Scratches can be sanded out.

We sell the fabric on its own as well. When it wears out, you replace the seat and keep the chair.`,
  ),
  us(
    'landing',
    'Invoices that send themselves',
    `You finished the work last week. The invoice is still on your list.

Connect your calendar, and we draft each invoice on the day the work ends. You read it, change what you like, and press send. If nobody pays within two weeks, we write a polite reminder for you.

Most of our customers get paid nine days sooner than before. The first month is free, and you can leave with all your data at any time.`,
    'business',
  ),
  us(
    'email',
    'Your order is on its way',
    `Hello Maya,

Your lamp left our workshop this morning. It should reach you on Thursday, between nine and noon. The driver will call ten minutes before.

Please check the box before you sign. If a corner is crushed, open it while the driver waits and take a picture. We will send a new lamp the same day.

The bulb is in the small box inside the shade. It took us a while to find a good place for it, too.

Enjoy the light,
Jon`,
  ),
  us(
    'article',
    'How to read a lease',
    `A lease looks longer than it is. Most of it repeats the law, and you can skip that part on the first reading.

Start with the money. Find the rent, the deposit, and the date when each is due. Then look for the words “in addition to”. Whatever follows costs extra.

Next, find out how you leave. How many months of notice do you owe? What happens to your deposit, and who decides? If the lease is silent, ask for a sentence and have it written in.

Last, walk through the rooms with the list of damages in your hand. Write down every scratch. Nobody will remember them in three years, except the person who wants your deposit.`,
  ),
  us(
    'press',
    'River trust opens new path',
    `The Willow River Trust opened a two-mile path along the east bank on Saturday. About four hundred people walked it in the first hour.

The path links the old mill to the train station. It is flat and paved, with a bench every three hundred yards. Wheelchairs and strollers can use all of it.

“People have asked for this since I was a child,” said Dana Ruiz, who leads the trust. “Now they can walk to work along the water.”

The city paid half of the cost. Members of the trust raised the rest in eighteen months.`,
  ),
  us(
    'social',
    'Saturday at the shop',
    `Four loaves, one table, no talking with your mouth full.

This Saturday we cut the new rye, the old rye, and two that are still a secret. You taste, you vote, and the winner goes on the shelf in May.

Doors open at ten. Bring a friend who says all bread tastes the same. We like a challenge, and we have plenty of butter.`,
  ),
  us(
    'faq',
    'Questions about the course',
    `Do I need to know anything before I start? No. The first two lessons begin with how to hold the pencil.

How long does a lesson take? About forty minutes. You can stop in the middle and come back; the course remembers where you were.

What do I need? Two soft pencils, an eraser, and paper that you do not mind spoiling. You will spoil a lot of it, and that is how you learn.

Can I get my money back? Yes, within thirty days, even if you have watched everything.`,
  ),
  us(
    'about',
    'Who we are',
    `We are five people who met while fixing the same bike. It belonged to none of us.

That was in 2014. Today we run a workshop with four stands, one loud radio, and a waiting list. We repair old bikes, and on Thursdays we teach people to repair theirs.

We do not sell new bikes. There are enough of them in basements. Bring yours, and we will tell you what it needs and what it can do without.`,
  ),
  us(
    'article',
    'Sleep and screens',
    `You have heard that screens keep you awake. It is partly true, and the part that is true is useful.

Bright light in the evening tells your body that it is still day. A phone held close to your face is bright enough. A television across the room mostly is not.

What you do on the screen matters more. A quiet film winds you down. A message from your boss does not. If you can change only one thing, leave the mail alone after dinner.

Keep the phone out of the bedroom for a week, and see whether you notice. Many people do.`,
  ),
  us(
    'product',
    'Rain jacket for small dogs',
    `Small dogs get cold faster than big ones. This jacket keeps the back and the belly dry, and it goes on over the head in one move.

The belt closes with a single clip that you can work with gloves on. A strip of reflective thread runs along both sides. There is a hole for the leash, where a hole for the leash should be.

Measure from the collar to the tail. If your dog is between two sizes, take the larger one, since wet fur needs room.`,
  ),
  us(
    'landing',
    'Learn to bake at home',
    `You already own the oven. In six evenings you will own the bread.

Each evening has one loaf and one idea. On Monday you learn what salt does. By Saturday you know why your crust was pale, and you know how to make it crack.

You get the recipes on paper, a jar of our starter, and a number to call when the dough does something strange. It will. Ours still does.`,
  ),
  us(
    'article',
    'Why meetings run long',
    `A meeting takes as long as the calendar gives it. Book an hour, and you will talk for an hour.

Try twenty-five minutes. Write the question at the top of the invitation, and name the person who decides. If there is no question, send a note instead.

Begin on time, even if two people are missing. They will be there next week. End when the question is answered, and say the answer out loud before anyone leaves the room.

It feels rude for about three weeks. After that, people thank you.`,
    'business',
  ),
  us(
    'email',
    'Welcome to the garden',
    `Dear neighbor,

Plot 14 is yours from the first of April. The water is on, and the key to the shed hangs behind the notice board.

You share the wheelbarrow with plot 15. Please rinse it when you are done, and leave it where others can find it. Compost goes into the left bin this year and into the right one next year.

We meet on the last Sunday of each month. Come if you can, and bring something to eat. Nobody will ask you to join a committee before your second harvest.

See you among the beans,
Ruth`,
  ),
  us(
    'press',
    'Library lends tools',
    `Starting in June, the Elm Street Library will lend tools as well as books. Members can borrow drills, ladders, and sewing machines for up to a week.

The idea came from a reader who needed a drill for one hole. “It seemed silly to buy one,” said Sam Whitlock. “I asked at the desk as a joke.”

More than two hundred tools have been donated so far. Volunteers test each of them before it goes on the shelf. A class on Wednesdays shows how to use them without losing a finger.`,
  ),
  gb(
    'about',
    'Our workshop',
    `We make shoes in a shed behind the station. You can hear the trains, and on a good day you can hear us sing.

Each pair takes about nine hours. One person cuts, sews and finishes it, and signs the inside of the tongue. If you are curious who made yours, look there.

We use leather from two tanneries in Devon. It is thick at first and softens with your foot. Give it a fortnight, and a walk in the rain.`,
  ),
  gb(
    'product',
    'A kettle that tells the time',
    `Tea goes wrong in two ways. The water is too cool, or it waits too long.

This kettle shows the temperature on its handle and counts the minutes since it boiled. Green tea likes eighty degrees. Black tea wants all it can get. A small light turns amber when the water has gone flat.

It holds a litre and a half, which is six mugs in most offices. The element is covered, so you can wipe it clean with a cloth.`,
  ),
  gb(
    'article',
    'How to choose a rucksack',
    `Start with your back, not with the bag. Ask someone to measure from the bone at the base of your neck to the top of your hips. That length decides the size of the frame.

Then think about what you carry. A tent and a stove need sixty litres. A coat and a sandwich need twenty. Most people buy too large and fill the rest with things they never touch.

Put ten kilos in it before you pay, and walk about the shop for a quarter of an hour. If the straps cut, they will cut far worse on a hill.`,
  ),
  gb(
    'landing',
    'Book-keeping for people who bake',
    `You know what a sack of flour costs. You are less sure what a cake earns.

Send us a photo of each receipt, and we do the rest. On the first of the month you get one page: what came in, what went out, and what to put aside for tax. If something looks odd, a person rings you.

It costs less than two dozen croissants a month. There is no contract, so you can stop when you like.`,
    'business',
  ),
  gb(
    'email',
    'Thank you for your visit',
    `Dear Mr Hughes,

Thank you for staying with us last week. We found a blue umbrella in your room, and it is behind the desk.

We can post it to you, or keep it until your next visit. The garden will be at its best in June, and room seven has the better view. Just tell us which you prefer.

We hope the road home was kinder than the road here.

With good wishes,
Elin`,
  ),
  gb(
    'press',
    'Theatre reopens after repairs',
    `The Harbour Theatre will reopen on 4 May after eighteen months of repairs. The first night is free for everyone who lives in the town.

Builders replaced the roof and found a painted ceiling under the plaster. It shows the harbour as it was in 1880, with a whale where the car park is now.

“Nobody knew it was there,” said the director, Amara Bell. “We have left one corner as we found it, so that visitors can see the difference.”

Tickets for the summer go on sale on Monday.`,
  ),
  gb(
    'faq',
    'Questions about our boxes',
    `What is in the box? Seven kinds of vegetables, and whatever fruit is ripe. The list comes by email on Tuesday.

Can I choose? You can name three things that you never want to see. We have never met anyone who did not name at least one.

When does it arrive? On Thursday before six. If you are out, tell us where to leave it, and we will hide it from the rain.

What happens to the old box? Fold it and leave it by the door. We use each of them about twelve times.`,
  ),
  gb(
    'social',
    'New flavours today',
    `Rhubarb is back, and it has brought custard.

From today you can have both in one cone at the kiosk by the pier. There is also a grown-up one with ginger, for those who think that they are too old for sprinkles. They are wrong, but we love them.

We are open until the queue ends or the sun does.`,
  ),
  gb(
    'article',
    'What a survey cannot tell you',
    `A survey tells you what people say. It does not tell you what they do, and the two are often strangers.

Ask a hundred people whether they would pay more for a better lock. Most will say yes. Put both locks on the same shelf, and most will buy the cheap one. Nobody lied. They answered a question about themselves, and bought a lock for a door.

So use surveys to learn the words that people use. Use sales to learn what they want. If you have no sales yet, sell something small.`,
    'business',
  ),
  gb(
    'about',
    'The choir',
    `We sing on Tuesdays, in a church hall with poor heating and a kind piano.

You do not need to read music. Half of us cannot. You learn your part by standing next to someone who knows it, and after a month someone new will be standing next to you.

There is one concert a year. We practise for it as if it mattered, and then we go to the pub as if it had not. Come and listen once, and decide on the way home.`,
  ),
  us(
    'article',
    'A first budget',
    `Write down what you spend for one month. Do not change anything yet. You are only looking.

At the end of the month, mark each line with a letter: N for what you need, W for what you want, and R for what you regret. Add up the R lines first. That sum is your raise, and nobody has to approve it.

Then choose one W that you would miss the least. Cancel it for three months. If you forget that you did, you have your answer.`,
    'young',
  ),
  us(
    'product',
    'Desk lamp',
    `Good light makes work easier, and it should not need a manual.

Touch the base once for white light, twice for warm. Hold it to make the light softer. The arm stays where you leave it, because the joints are tightened with real screws and not with hope.

The lamp uses six watts. It will run for about twenty years at three hours a day, and the LED can be replaced with a screwdriver and ten quiet minutes.`,
  ),
  us(
    'landing',
    'Storage for bikes',
    `Your bike deserves better than the hallway.

Our boxes stand on the street and open with your phone. Each holds six bikes behind a steel door. You rent one place by the month, and the rain stays outside.

There are forty-one boxes in the city so far. Enter your street, and we show you the nearest free place. If there is none, add your name. When twelve neighbors have asked, we talk to the city.`,
  ),
  us(
    'email',
    'A change to your plan',
    `Hello Chris,

On March 1 the price of your plan goes up by two dollars a month. We have kept the old price for four years, and we can no longer do so.

Nothing else changes. You keep every feature, and your data stays where it is. If you would like to leave, you can do so in your settings, and we will refund the days that you have not used.

We know that nobody likes a letter like this. If you have questions, answer it. A person reads every reply.

Kind regards,
Lena`,
  ),
  us(
    'faq',
    'Questions before the tour',
    `How far do we walk? About four miles, with two long breaks. The last part is uphill, and it is worth it.

What should I wear? Shoes that you have worn before. We lend rain jackets in every size, so leave yours at home if it leaks.

Are dogs welcome? Yes, on a leash. There is water at both stops.

What if it storms? We call you before eight in the morning and find another day together. You pay nothing for a tour that did not happen.`,
  ),
];
