import { rowsOf } from './grammar-kinds.ts';

/** Adjectives and participles after “be”, with the correct preposition and the wrong ones that are written instead. */
const afterWord = `
interested: in <- on about at:the|our|your|this|*ing for:the|our|your|this|*ing
responsible: for <- of
proud: of <- on about with
afraid: of <- from about
full: of <- with from
married: to <- with:a|my|his|her|*name
similar: to <- with:our|your|this|that|those|other|others as:our|your|this|that
different: from <- as:our|your|usual|before of
located: in <- at:the:heart|center|centre|city|town|village on:the:heart|center|centre
situated: in <- on:the:heart|center|centre
committed: to <- for on in:*ing
dedicated: to <- for on:*ing
specialized: in <- on for at
specialised: in <- on for at
based: on <- of
covered: with <- of
famous: for <- with by:its|our|their|the
capable: of <- to for
aware: of <- about from on
satisfied: with <- of from:our|your|this
involved: in <- on
included: in <- at:the:price
equipped: with <- of by
surrounded: by <- of from
accused: of <- for
independent: of <- on
typical: of <- for:our
suitable: for <- to:all|every|everyone|any|our|your|people|kids|*plural
available: for <- to:sale
close: to <- from of:the|our|your|my
next: to <- of
according: to <- with by from
due: to <- of
compared: to <- than
addicted: to <- on
accustomed: to <- with at
engaged: to <- with:a:doctor
superior: to <- than
inferior: to <- than
exempt: from <- of
free: of <- from:charge
good: at <- in:explaining|cooking|teaching|listening|making|drawing|maths|math|sports
keen: on <- of
fond: of <- on for with
grateful: for <- of
angry: with <- on:me|us|him|them|you|our|the
impressed: by <- from:the|our|your of
inspired: by <- from:the|our|your|nature|a of
worried: about <- for:the
`;

/** Verbs and nouns with the correct preposition and the wrong ones that are written instead. “0”: no preposition. */
const afterVerb = `
depend: on <- of from in:the|our|your|a to at
consist: of <- from in:*number|several|many on with
participate: in <- to:the|our|a|this at:the
specialize: in <- on for
specialise: in <- on for
concentrate: on <- in at to
focus: on <- in:*ing|our|your to at
congratulate * : on <- to
apologize: for <- of
apologise: for <- of
believe: in <- to:the|our|you|us|me|him
listen: to <- at:the|our|my|your:music|radio|song|songs|podcast
result: in <- to:a|an|*ing
insist: on <- in to for
rely: on <- of from in:the|our|your|us|you to
invest: in <- on
succeed: in <- on:*ing to:find
arrive: at <- to:the|our|your|*name
suffer: from <- of under by:the|our|a
contribute: to <- for in:*ing|our
respond: to <- on:your|our|the:email|emails|message|messages|request|question|letter
reply: to <- on:your|our|the|this|my:email|emails|message|messages|question|letter|review
subscribe: to <- on:our|the for:our|the:newsletter|channel|list|blog|podcast
participation: in <- to
interest: in <- for:our|your|this
reason: for <- of:the:delay
solution: to <- for:this
increase: in <- of:the:price
influence: on <- to:the|our|your
impact: on <- to
experience: in <- on:this
opinion: on <- to:this
invitation: to <- for:the
answer: to <- of:your
damage: to <- of:the:roof
discuss: 0 <- about on
enter: 0 <- to:the|our|a|this in:the:room
contact: 0 <- to:us|me|our|him|her|them
lack: 0 <- of:the:time
emphasize: 0 <- on
marry: 0 <- with:a|my|his|her|him|me|*name
await: 0 <- for
comprise: 0 <- of
approach: 0 <- to:us
affect: 0 <- on to
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
remember: 0 <- about:your|our
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
      '!<*det|:ADJ|:ADP|*be|- =inform|informed|=ask|=tell|=advise|advised|=remind|=notify|=assist|=warn [to] me|us|you|him|her|them !:VERB',
      '',
    ],
    [
      '!<*det|:ADJ|:ADP|:NOUN|:PROPN|:NUM|-|much|more =answer|=thank|=invite|invited|=support|=help|=visit [to] me|us|you|him|her|them !:VERB',
      '',
    ],
    [
      '!<*det|:ADJ|:ADP|- =inform|informed|=ask|=advise|advised|=remind|=notify|=thank|=assist [to] our|your|the|my|all customers|guests|clients|visitors|people|team|members|staff|family|friends|colleagues|suppliers|neighbors|neighbours',
      '',
    ],
    ['to|please|can|will|could|should|would visit [to] our|us|the|your|my|*name', ''],
    [
      '!<thanks|due|object|objects|objected|open|right|subject to|can|could access [to] the|our|your|it|their',
      '',
    ],
    [
      '=go|=come|=travel|=move|=return|=walk|=get [to] abroad|there|here|downtown|upstairs|downstairs|everywhere|outside >|and|with|for|on|in|by|every',
      '',
    ],
    ['=go|=come|=get|=arrive|=return|=walk|=drive [to] home >|at|after|before|by|late|early', ''],
    ['!<=believe|=focus|=live|=invest [in|on] yesterday|tomorrow|tonight >|at|we|i|in', ''],
    [
      "!<=focus|=depend|=work|=concentrate|plans|eye|eyes [in|on] last|next week|month|year|weekend|*weekday !'s|:NOUN|-",
      '',
    ],
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
      '[since] *number|a|several|many|some|few|two|three|over|about|almost|more|a *time|few|lot|couple|than !ago|of',
      'for',
    ],
    ['[since] a? long|short time !ago', 'for'],
    ['[since] *number *time !ago', 'for'],
    ['[since] over|about|almost|nearly *number *time', 'for'],
    [
      '[during] one|two|three|four|five|six|seven|eight|nine|ten|several|many *time >|and|,|with|before|after',
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
      "[in|at] monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays !morning|afternoon|evening|'s|:NOUN",
      'on',
    ],
    [
      '[on|at] january|february|april|june|july|august|september|october|november|december !*number|the|:NOUN|*ing|:NUM|-st|-nd|-rd|-th|day|morning',
      'in',
    ],
    ['born|founded|opened|built [at|on] *year', 'in'],
    ['[on|at] *year >', 'in'],
    ['[on|in] the? noon|midnight !:NOUN|:ADJ', 'at'],
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
      'opens|opened|closes|starts|begins|open|close|start|begin [on|in] seven|eight|nine|ten|eleven|noon !:NOUN|more|other|new|different',
      'at',
    ],
    [
      '[at|on] the morning|afternoon|evening !of|:NOUN|*subject|when|after|before|sun|light|air|session|show',
      'in',
    ],
    ['[in] the weekend|weekends !:NOUN', 'on / at'],
    ['[at] the? *number *month >', 'on'],
  ),
  ...rowsOf(
    'preposition',
    'Use the usual preposition for this place.',
    ['[at] the first|second|third|fourth|fifth|ground|top|upper floor', 'on'],
    ['[in] the internet !:NOUN', 'on'],
    ['=arrive [to|into] *name|the|our|your|my', 'in / at'],
    ['!<=click|=tap|=press [in|on] home >', 'at'],
    ['sign+up|signed+up|register|registered [in|at] our|the website|site|page', 'on'],
    [
      '!<=look|=glance|=peek|=start|=begin|=arrive|=aim|bug|bugs|error|errors|problem|problems|flaw|issue|mistake|link|links|change|changes [in|at] our|the website|homepage|webpage !of',
      'on',
    ],
    ['view|views [to] the !north|south|east|west|left|right|front|back', 'of'],
    ['!<=be|*det|:ADJ|warm|cold|big welcome [in|at] our|the|my', 'to'],
    ['!<=feel|=be|made|*det|:ADJ welcome [in] *name', 'to'],
    ['[on] an|a easy|simple|friendly|different|professional way', 'in'],
    ['made [from] genuine|real|pure|solid leather|wood|silk|cotton|gold|silver|wool|steel|oak', 'of'],
  ),
  ...rowsOf(
    'preposition',
    'Use the usual preposition in this phrase.',
    ['please|to|can|could|will|should|must|or contact [with] us|me|our|them|him|her', ''],
    ['[by] foot !:NOUN', 'on'],
    ['[so] soon as *det|*subject|*possessive', 'as'],
    ['< [for !help|fun|work|use|sale|rent|hire|love|now|example *base] ,', 'to $2'],
    ['<< [in] the other hand', 'on'],
    ['[from|by] the other hand', 'on'],
    ['< [on] the end ,', 'in'],
    ['[in] any moment', 'at'],
    ['[in] night >|and|or|when|but', 'at'],
    ['!<top :NUM [by] month|week|year|night|hour|person', 'per'],
    [
      '=pay|=order|=send|=contact [per] credit|card|bank|email|phone|mail|post|invoice|paypal|telephone',
      'by',
    ],
    ['money|payment|amount is|arrives|arrived [on] our|your|my bank? account !:NOUN', 'in'],
    ['free of [charges] !and', 'charge'],
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
    ['[on|in] the end of the day|week|month|year|season|summer|street|road|project|course', 'at'],
    ['[on|in] least', 'at'],
    ['[in|at] average !:NOUN|:ADJ', 'on'],
    ['see|seen|shown|visible [on] the picture|photo|pictures|photos', 'in'],
    ['=talk|=speak|=call|=chat [in] the phone', 'on'],
    ['=pay attention [on]', 'to'],
    ['[in] front to|from', 'in front of'],
    ['!<=turn|=go|=move|=point|=look|=switch instead [to|from]', 'of'],
    ['because [from|for] the|our|your|my !first|last|next|most', 'of'],
    ['thanks [for|of] this|the|our *singular , we', 'to'],
    ['[per the] day|week|month|hour|year|night|person', 'per'],
    ['[choose|choosing|select] between three|four|five|six|seven|eight|nine|ten|many|several', 'choose from'],
    ['better|more|less|older|bigger|faster|cheaper [that] the|last|our|your|before|other', 'than'],
    ['better|older|bigger|faster|cheaper [as] last|our|your|before|other', 'than'],
    ['more|less|fewer [that] *number|half', 'than'],
    ['!<most famous [of]', 'for'],
    ['=be well|best? known [of] its|our|their|the', 'for'],
  ),
];
