import { rowsOf } from './grammar-kinds.ts';

const not = "n't|never|cannot|cant|nobody|noone|hardly|nothing";
const acted =
  'went|go|goes|run|runs|ran|work|works|worked|started|start|set|decided|came|come|have|had|was|were|are|is|love|loved|took|take|make|made|got|get|think|thought|met|moved|opened|own|live|lived|built|bought|finally|both|will|can|did|do|saw|always|never|would|could|used|need|want|wanted|drove|walked|spent|talked|looked|tried|built|found';

/** Slips of people who write as they speak, or in a hurry. */
export const hurriedPatterns = [
  ...rowsOf(
    'quantity',
    'One negative word is enough: write “any,” or leave out “not.”',
    [
      `${not} *base|*past|*pureparticiple :ADV|:PRON|to? [no] !longer|matter|doubt|more|less|fewer|later|sooner|one|idea|>|,|-|*number *plural|*singular|:NOUN|:ADJ`,
      'any',
    ],
    [
      `n't|never|cannot =be|get|got|had|seen|buy|sell|need|find [no] !longer|matter|doubt|more|less|fewer|one|idea *plural|*singular|:NOUN`,
      'any',
    ],
    [
      "n't|never|cannot !say|mean|do|be|is|was *base|*past|*pureparticiple to|with|for|from|about|at|on? [nothing|nobody|noone|nowhere] >|for|in|to|of|about|at|on|with|because|and|but|else|here|like|wrong|new",
      'anything / anyone',
    ],
    ["n't|cannot|not|never [hardly|barely|scarcely]", ''],
    ['[nobody|noone never] *base|*past|*s|*pureparticiple', ''],
    ["nobody|noone|nothing :AUX [n't] *word", ''],
    ["<< no one :AUX [n't] *word", ''],
    ["n't|not :VERB :NOUN|:PRON|it|*object? [neither]", 'either'],
    ["n't *base [neither] *base|:VERB", 'or'],
    ["n't *base|:VERB :PRON|:NOUN|*object? [no more] >|,|and|because", 'anymore'],
  ),
  ...rowsOf(
    'pronoun',
    'As a subject, use “I,” “he,” “she,” “we” and “they.”',
    [`<< [him|her|me|them and i|me|my|his|her|him|us] ${acted}`, ''],
    [
      `before|after|when|because|that|if|until|since|while|as|and|so|but [him|me|them and me|him|her|them|i|us] ${acted}`,
      '',
    ],
    [`<< [me] and my|his|her|the|*name :NOUN? ${acted}`, 'I'],
    [`<< my|our|his|her :ADJ? :NOUN and [me] ${acted}`, 'I'],
    ['because|when|where|so|if [them|him] are|is|were|was|have|has|will|can', 'they / he'],
    ['<< [them] are|were|have', 'they'],
    ['<< [them] old|new|same|other|two|three? *plural', 'those'],
    [
      '=see|=buy|=use|=like|=take|=love|of|in|=get|all [them] *counts|books|shoes|people|things|kids|cars|chairs|boilers|boxes',
      'those',
    ],
  ),
  ...rowsOf(
    'pronoun',
    'After a verb or preposition, use “me,” “him,” “her,” “us” and “them.”',
    [
      '=call|=email|=ask|=tell|=contact|=give|=help|=text|=join|=invite|=meet|=see|to|for|with|from|between|of *possessive|*det? *name|:NOUN|:PRON|you and|or [i] >|right|at|on|if|with|by|when|for|any|before|after|today|tomorrow|directly|about|in',
      'me',
    ],
    ['between you and [i|he|she|they|we]', 'me'],
    [
      '=contact|=email|=call|=ask|=tell|let *name|:NOUN|you or|and [myself] >|if|with|about|at|by|for|directly|when|on',
      'me',
    ],
    ['=contact|=email|=call|let|=ask|=tell [myself] >|know|if|with|about|at|by', 'me'],
    ['< [myself] and|or *name|my|:NOUN', 'I'],
    ['could|can|would|will|should|have|do|did [yourself|yourselves] *base|please', 'you'],
    ['=contact|=email [yourself|yourselves] >|soon|on|at|if|about', 'you'],
  ),
  ...rowsOf(
    'verb-form',
    'Write “have,” not “of.”',
    ["could|would|should|might|must n't|not? [of] *word", 'have'],
    ["if *subject had n't|not? [of] *word", ''],
  ),
  ...rowsOf(
    'verb-form',
    'Use the form that goes with this verb.',
    [
      "=have|'ve|'s n't|not|all|just|also|already? [ate|did|forgot|chose|froze|stole|spoke|woke|threw|grew|knew|gave|drew|flew|rode|shook|tore|fell|hid|showed|swam|sang|rang|began|drank|broke|took|wrote|drove|saw|went] !:NOUN",
      '$3.participle',
    ],
    [
      "would|could|should|might|must n't|not? of|have|'ve|never? never? [ate|did|forgot|chose|froze|stole|spoke|woke|threw|grew|knew|gave|drew|flew|rode|shook|tore|fell|hid|swam|sang|rang|began|drank|broke|took|wrote|drove|saw|went|came|ran]",
      '$5.participle',
    ],
    [
      'i|he|she|they|we|it|fence|wind|who|couple|spring|customers|people [blown|drawn|thrown|grown|rung|sung|begun|swum|drunk|written|eaten|stolen|spoken|broken|given|fallen|forgotten|chosen|taken|shaken|torn|flown|ridden] !by|and|- !*be|*have *det|*object|*prep|down|up|out|over|twice|once|*possessive',
      '$2.past',
    ],
    [
      'i|he|she|they|we|me|mate|mates|people [was|were sat|stood] >|in|at|on+the|on+my|on+a|outside|there|for|next|behind|by|around|here',
      '$2 $3.ing',
    ],
    ["=be|'m|'re|'s [suppose] to", 'supposed'],
    [
      "!<did|do|does|n't|can|could|to|we|you|they|the|could *subject|*plural|*singular [use] to live|work|be|have|walk|go|play|smoke|eat|come|drive|get|make|do|think|visit|love|hate|like|drink|sell|buy|know|run",
      'used',
    ],
  ),
  ...rowsOf(
    'confused-words',
    'As a verb, this is two words.',
    ['finally|just|already|to|we|i|they|you|have|has [setup] a|the|an|my|our|your|up', 'set up'],
    ...'login:log in|signup:sign up|checkin:check in|backup:back up|logout:log out|checkout:check out|followup:follow up|pickup:pick up|layout:lay out|workout:work out'
      .split('|')
      .map((pair) => {
        const [one = '', two = ''] = pair.split(':');
        return [
          `please|to|can|you|must|could [${one}] to|in|on|with|your|for|and|at|a|the|here|now|first|before|our|it|>`,
          two,
        ] as const;
      }),
  ),
  ...rowsOf(
    'confused-words',
    'Use “lie” for resting and “lay” for putting something down.',
    [
      'it|he|she|dog|cat|who|which|there|that|town|village|hotel|farm|house [lays] >|on|in|near|between|under|wood',
      'lies',
    ],
    [
      'i|he|she|we|they|dog|cat|who [laid] on|in|down|awake|there|by|under|next|around >|the|my|his|her|our|their|a|bed|for|and|until|all|it',
      'lay',
    ],
    ['has|have|need|needs|want|wants|go|going to [lay] down >|by|at|for|and|now|before|after', 'lie'],
    ['i|he|she|we|they [layed]', 'lay'],
    ['he|she|i|we|they [lied] the|a|it|his|her|my|them|down', 'laid / lay'],
  ),
  ...rowsOf(
    'small-word',
    'One of these two words is enough.',
    ['[in between] *number|three|two|four|five to|and', 'between'],
    ['[at] behind|around+the+corner', ''],
    ['[reason|reasons of why]', '$1 why'],
    ['[in] all+over|everywhere|around+the+world', ''],
    ['[the both|the each]', 'both / each'],
    ['[the] our|my|your|their|his|her :ADJ|:NOUN', ''],
    ['we|i|they|you [we|it|they|we] will|are|have|*base', ''],
  ),
  ...rowsOf(
    'preposition',
    'Use “for” with a length of time.',
    [
      '[since] last|past|over *number|two|three|four|five|six|seven|eight|nine|ten|few|several|many years|months|weeks|days',
      'for the',
    ],
    [
      '[since the] last|past *number|two|three|four|five|six|seven|eight|nine|ten|few|several years|months|weeks',
      'for the',
    ],
  ),
  ...rowsOf(
    'conjunction',
    'Write “the reason is that.”',
    ['[reason is|was because]', 'reason $2 that'],
    ['[reason why is|was because]', 'reason $3 that'],
  ),
  ...rowsOf('agreement', 'Use the singular after “each and every.”', [
    "each and every [*plural] !'s",
    '$4.singular',
  ]),
  ...rowsOf('small-word', 'Leave out “the” before a title and a name.', [
    'said|says|by|with|from|to|director|teacher|manager|boss [the] mr|mrs|ms|mr.|mrs.|ms. *name >|,|and',
    '',
  ]),
  ...rowsOf(
    'agreement',
    'Make the verb match its subject: “he goes,” but “they go.”',
    [
      "<< the|my|our|his|her|your|this|a :ADJ? *count|boss|dog|cat|soap|plant|wife|husband|phone|price|product [do] n't",
      'does',
    ],
    [
      '!<=let|=make|*modal nobody|noone|everybody|everyone|someone|somebody|everything|nothing [were|are]',
      '$2.one',
    ],
    ['no one [were|are|have]', '$3.one'],
    [
      '<< the|a|an|our|my|your|his|her|this|every|each !staff|team|family|crew|class|council|couple|audience|software *count :ADV? [have|are|were] !:NOUN|-',
      '$4.one',
    ],
    [
      '<< the|our|my|your|his|her|these|those|all|most|some|many *plural :ADV? [has|is|was] !:NOUN|-',
      '$4.many',
    ],
    [
      '< prices|tickets|rooms|courses|lessons|classes|tours|children|adults|dogs|deliveries|workshops|guests|members|orders [starts|begins|includes|costs|gets|receives|pays|takes|needs|has|is|was|comes|goes|runs|lasts|opens|closes|arrives|ships] !:NOUN|-',
      '$2.many',
    ],
    ['[do anyone|anybody|someone|somebody|everyone|he|she|it] *base', 'does $2'],
    ['< [does] you|they|we|these|those|people|your+*plural *base', 'do'],
    [
      'there [are] a|an|much|some|enough|no? !few|couple|number|lot|variety|range|dozen|handful|hundred|thousand|million|great|wide|large|total|good|bunch|series|host|pair :ADJ? noise|traffic|space|furniture|information|water|money|parking|music|time|evidence|work|room|food|sugar|milk|rain|snow|equipment|advice|luggage !:NOUN|*plural|-',
      'is',
    ],
    [
      'there [are] a|much lot|lots? of? noise|traffic|space|furniture|information|water|money|parking|music|time|evidence|work|room|food|sugar|milk|rain|snow|equipment|advice|luggage !:NOUN|*plural|-',
      'is',
    ],
    [
      '< every|each *month|day|week|morning|evening|year|time , my|our|the|his|her *count|inbox [*present] !:NOUN|-',
      '$6.one',
    ],
  ),
];
