import { rowsOf } from './grammar-kinds.ts';

/** Adjectives and participles after “be”, with the correct preposition and the wrong ones that are written instead. */
const afterWord = `
interested: in <- on about at for
responsible: for <- of
proud: of <- on about with
afraid: of <- from about
full: of <- with from
married: to <- with
similar: to <- with as
different: from <- as of
located: in <- at:the:heart|center|centre|city|town|village on:the:heart|center|centre
situated: in <- on:the:heart|center|centre
committed: to <- for on in
dedicated: to <- for on
specialized: in <- on for at
specialised: in <- on for at
based: on <- of
covered: with <- of
famous: for <- of with by
known: for <- of
capable: of <- to for
aware: of <- about from on
satisfied: with <- of from
involved: in <- on at
included: in <- at
equipped: with <- of by
surrounded: by <- of from
accused: of <- for
independent: of <- on
typical: of <- for:our|the
suitable: for <- to
available: for <- to:hire|rent|sale
close: to <- from of at
next: to <- from of
according: to <- with by from
due: to <- of from
compared: to <- than
addicted: to <- on
accustomed: to <- with at
engaged: to <- with:a:doctor
superior: to <- than
inferior: to <- than
exempt: from <- of
free: of <- from:charge
good: at <- in:explaining|cooking|teaching|helping|listening|making|drawing|maths|math|sports
keen: on <- of
fond: of <- on for with
grateful: for <- of
angry: with <- on
impressed: by <- from of
inspired: by <- from of
worried: about <- for:the
`;

/** Verbs and nouns with the correct preposition and the wrong ones that are written instead. “0”: no preposition. */
const afterVerb = `
depend: on <- of from in to at
consist: of <- from in on with
participate: in <- to at:the
specialize: in <- on for
specialise: in <- on for
concentrate: on <- in at to
focus: on <- in to at
congratulate * : on <- to
apologize: for <- of
apologise: for <- of
believe: in <- to
listen: to <- at:the|our|my|your:music|radio|song|songs|podcast
result: in <- to
insist: on <- in to for
rely: on <- of from in to
invest: in <- on
succeed: in <- on to:find
arrive: at <- to
suffer: from <- of under by
contribute: to <- for in
respond: to <- on:your|our|the:email|emails|message|messages|request|question|letter
reply: to <- on:your|our|the|this|my:email|emails|message|messages|question|letter|review
subscribe: to <- on:our|the for:our|the
participation: in <- at to
interest: in <- for:our|your|this
reason: for <- of:the:delay
demand: for <- of:our
solution: to <- for:this
increase: in <- of:the:price
influence: on <- to
impact: on <- to
experience: in <- on:this|the
opinion: on <- to
invitation: to <- for:the
answer: to <- of:your
damage: to <- of:the:roof
discuss: 0 <- about on over
enter: 0 <- to in:the:room
contact: 0 <- to
lack: 0 <- of:the:time
emphasize: 0 <- on
marry: 0 <- with
await: 0 <- for
comprise: 0 <- of
approach: 0 <- to:us
affect: 0 <- on to in:the|our|your
consider: 0 <- about:the|our|your|how|buying
investigate: 0 <- about
join: 0 <- to:us with:us
resemble: 0 <- to with
regarding: 0 <- to
despite: 0 <- of
attend: 0 <- to:the|our|a|this:course|class|event|meeting|workshop|school|conference|lesson|party|fair|webinar
near: 0 <- from:the|our|my|a|your of:the|our|my|a|your
explain: 0 <- about:the
mention: 0 <- about
remember: 0 <- about:the|your|our
`;

type Row = { word: string; right: string; wrong: string[] };
const rowsIn = (table: string): Row[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [word = '', rest = ''] = line.split(':', 1).concat(line.slice(line.indexOf(':') + 1));
      const [right = '', wrong = ''] = rest.split('<-').map((one) => one.trim());
      return { word: word.trim(), right, wrong: wrong.split(' ') };
    });
/** Parses a wrong preposition with its context: “at:the:heart” is “at” only before “the heart”. */
const inContext = (wrong: string) => {
  const [preposition = '', ...context] = wrong.split(':');
  return `[${preposition}]${context.map((one) => ` ${one}`).join('')}`;
};
const other = 'Use the preposition that this word takes.';
const none = 'Leave out the preposition: this verb has none.';

export const prepositionPatterns = [
  ...rowsIn(afterWord).flatMap(({ word, right, wrong }) =>
    rowsOf(
      'preposition',
      other,
      ...wrong.map(
        (one) =>
          [
            `${word === 'close' || word === 'next' || word === 'due' ? '=be|located|sits|is ' : ''}${word} ${inContext(one)} !which|whom|time`,
            right,
          ] as const,
      ),
    ),
  ),
  ...rowsIn(afterVerb).flatMap(({ word, right, wrong }) =>
    rowsOf(
      'preposition',
      right === '0' ? none : other,
      ...wrong.map(
        (one) =>
          [
            `=${word.replace(' *', '')}${word.includes('*') ? ' *object' : ''} ${inContext(one)} !which|whom|which`,
            right === '0' ? '' : right,
          ] as const,
      ),
    ),
  ),
  ...rowsOf(
    'preposition',
    none,
    [
      '!<*det|:ADJ|:ADP|- =inform|informed|=ask|=tell|=advise|advised|=remind|=notify|=assist|=warn [to] me|us|you|him|her|them !:VERB',
      '',
    ],
    [
      '!<*det|:ADJ|:ADP|:NOUN|:PROPN|:NUM|-|much|more =answer|=thank|=invite|invited|=support|=help|=visit|=call [to] me|us|you|him|her|them !:VERB',
      '',
    ],
    [
      '!<*det|:ADJ|:ADP|- =inform|informed|=ask|=advise|advised|=remind|=notify|=thank|=assist [to] our|your|the|my|all customers|guests|clients|visitors|people|team|members|staff|family|friends|colleagues|suppliers|neighbors|neighbours',
      '',
    ],
    ['to|please|can|will|could|should|would visit [to] our|us|the|your|my|*name', ''],
    ['!<thanks|due to|can|could access [to] the|our|your|it|their', ''],
    [
      '=go|=come|=travel|=move|=return|=walk|=get [to] abroad|there|here|downtown|upstairs|downstairs|everywhere|outside >|and|with|for|on|in|by|every',
      '',
    ],
    ['=go|=come|=get|=arrive|=return|=walk|=drive [to] home >|at|after|before|by|late|early', ''],
    ['[in|on] yesterday|tomorrow|tonight >|at|we|i|in', ''],
    ["[in|on] last|next week|month|year|weekend|*weekday !'s|:NOUN|-", ''],
    ['behind|beside|under|below|above [of] the|our|my|your|a|it|us', ''],
    ['[for to] *base', 'to'],
    ['contact|contacted only [with|to]', ''],
    ['[per each|every]', 'per'],
    ['[at] behind|inside|outside|next+to|in+front', ''],
  ),
  ...rowsOf(
    'preposition',
    'Use “for” with a length of time, and “since” with a point in time.',
    [
      '[since] *number|a|several|many|some|few|two|three|over|about|almost|more|a *time|few|lot|couple|than !ago',
      'for',
    ],
    ['[since] a? long|short time !ago', 'for'],
    ['[since] *number *time !ago', 'for'],
    ['[since] over|about|almost|nearly *number *time', 'for'],
    [
      '[during] one|two|three|four|five|six|seven|eight|nine|ten|several|many *time >|and|,|with|in|before|after',
      'for',
    ],
    [
      "=have|'ve worked|lived|been|existed|known here|there|together|in|it? :NOUN|:PROPN? [from] *number|many|several *time !of|to|ago",
      'for',
    ],
  ),
  ...rowsOf(
    'preposition',
    'Use “on” with days, “in” with months and years, and “at” with the time.',
    [
      '[in|at] monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays !morning|afternoon|evening',
      'on',
    ],
    [
      '[on|at] january|february|april|june|july|august|september|october|november|december !*number|the|:NUM|-st|-nd|-rd|-th|day|morning',
      'in',
    ],
    ['born|founded|opened|built [at|on] *year', 'in'],
    ['[on|at] *year >', 'in'],
    ['[on|in] the? noon|midnight', 'at'],
    [
      'opens|opened|closes|starts|begins|open|close|start|begin|meet|meets|arrive|arrives|leaves|leave [in|on] :NUM am|pm|a.m.|p.m.|a.m|p.m',
      'at',
    ],
    [
      "have|has|'ve :ADV? *pureparticiple|been|worked|lived|baked|made here|there|open|together [for] *year",
      'since',
    ],
    ['=prefer *ing|:NOUN *word? [than] *ing|:NOUN >|and', 'to'],
    [
      'opens|opened|closes|starts|begins|open|close|start|begin [on|in] seven|eight|nine|ten|eleven|noon !:NOUN',
      'at',
    ],
    ['[at|on] the morning|afternoon|evening !of|:NOUN|sun|light|air|session|show', 'in'],
    ['[in] the weekend|weekends', 'on / at'],
    ['[at] the? *number *name >', 'on'],
  ),
  ...rowsOf(
    'preposition',
    'Use the usual preposition for this place.',
    ['[at] the first|second|third|fourth|fifth|ground|top|upper floor', 'on'],
    ['[in] the internet', 'on'],
    ['=arrive [to|into] *name|the|our|your|my', 'in / at'],
    ['[in|on] home >', 'at'],
    ['sign|signed|register up? [in|at] on? our|the website|site|page', 'on'],
    ['!<=look|=glance|=peek|=start|=begin|=arrive|=aim [in|at] our|the website|homepage|webpage !of', 'on'],
    ['view|views [to] the !north|south|east|west|left|right|front|back', 'of'],
    ['!<=be welcome [in|at] our|the|my', 'to'],
    ['welcome [in] *name', 'to'],
    ['[on|in] an|a easy|simple|friendly|different|professional way', 'in'],
    ['made [from] genuine|real|pure|solid', 'of'],
  ),
  ...rowsOf(
    'preposition',
    'Use the usual preposition in this phrase.',
    ['pay|paid|paying [with] cash', 'in'],
    ['please|to|can|could|will|should|must|or contact [with] us|me|our|them|him|her', ''],
    ['[by] foot', 'on'],
    ['[so] soon as *det|*subject|*possessive', 'as'],
    ['< [for *base] ,', 'to $2'],
    ['[in] the other hand', 'on'],
    ['[from|by] the other hand', 'on'],
    ['< [on] the end ,', 'in'],
    ['[in] any moment', 'at'],
    ['[in] night >|and|or|when|but', 'at'],
    [':NUM [by] month|week|year|night|hour|person', 'per'],
    [
      '=pay|=order|=send|=contact [per] credit|card|bank|email|phone|mail|post|invoice|paypal|telephone',
      'by',
    ],
    ['money|payment|amount is|arrives|arrived [on] our|your|my bank? account !:NOUN', 'in'],
    ['free of [charges]', 'charge'],
    ['between :NUM [to] :NUM', 'and'],
    ['between :NUM am|pm|a.m.|p.m. [to] :NUM', 'and'],
    ["o'clock|am|pm|a.m.|p.m. [of|at] the morning|afternoon|evening", 'in'],
    ['open|opened|closed [of] *weekday', 'from'],
    [
      '=book|=order|=pay|=reply|=register|=apply|=arrive|=deliver|=return|=send|=finish [within] *month *number',
      'by',
    ],
    [
      'view|views [on] the|our hills|sea|mountains|mountain|lake|river|valley|harbor|harbour|ocean|beach !:NOUN',
      'of',
    ],
    ['[in this moment] >|we|i|the|our|there|you', 'at the moment'],
    [
      'made [by] aluminum|aluminium|wood|steel|plastic|glass|cotton|leather|wool|metal|gold|silver|paper|stone|oak|pine|bamboo|silk|clay|linen !:NOUN|:PROPN',
      'of',
    ],
    [
      '[on] january|february|march|april|may|june|july|august|september|october|november|december *year',
      'in',
    ],
    ['[in] clear|sunny|rainy|hot|cold|cloudy|windy|warm|snowy days', 'on'],
    ['*number km|kilometers|kilometres|miles|meters|metres [far] from|away', ''],
    [
      '=host|=sleep|=accommodate|=seat|=hold|=carry [until] *number people|persons|person|guests|adults|passengers|cars',
      'up to',
    ],
    ['=create|=reach|=complete|=finish|=double|=build :NUM :NOUN [until] *year', 'by'],
    ['[on|in] the end of the', 'at'],
    ['[on|in] least', 'at'],
    ['[in|at] average', 'on'],
    ['see|seen|shown|visible [on] the picture|photo|pictures|photos', 'in'],
    ['=talk|=speak|=call|=chat [in] the phone', 'on'],
    ['=pay attention [on|for|at]', 'to'],
    ['[in] front to|from', 'in front of'],
    ['instead [to|from]', 'of'],
    ['because [from|for] the|our|your|my', 'of'],
    ['thanks [for|of] this|the|our *singular , we', 'to'],
    ['[per the] day|week|month|hour|year|night|person', 'per'],
    ['[choose|choosing|select] between three|four|five|six|seven|eight|nine|ten|many|several', 'choose from'],
    ['better|more|less|older|bigger|faster|cheaper [as|that] the|last|our|your|before|other', 'than'],
    ['more|less|fewer [that|as] *number|half', 'than'],
  ),
];
