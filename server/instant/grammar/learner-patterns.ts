import { rowsOf } from './grammar-kinds.ts';

const plainly = 'very|so|really|too|quite|not?';

/** Words and small words that learners choose by the rules of their own language. */
export const learnerPatterns = [
  ...rowsOf(
    'small-word',
    'Add “a,” “an” or “the”: this noun can be counted.',
    [
      'in|inside|into|from|at|near|behind|outside [*articled] >|is|and|for|every|because|where|when',
      'a $2 / the $2',
    ],
    [
      '=have|=need|=want|=buy|=rent|=got|=lose|=find|=open|=clean|=call|=ask [*articled] >|to|in|for|with|that|near|because|which|who',
      'a $2',
    ],
    ["we|they are|'re [team|group|family|company|chain] of", 'a $3'],
    [
      "i|he|she|who =be|'m|'s [teacher|nurse|doctor|student|engineer|manager|lawyer|designer|photographer|writer] in|at|from a|the|an|our|my|this",
      'a $3',
    ],
    [
      'for|as|like [student|beginner|child|adult|customer|teacher|employee|freelancer|tourist] and|or *plural',
      '$2.plural',
    ],
    [
      'at|in|on|until|by|before|from [beginning|end|start|top|bottom|middle|center|centre] of the|this|our|my|each|every|a|*month|summer|winter|spring',
      'the $2',
    ],
    [
      'from [sky|sea|roof|street|river|window|station|factory|warehouse|shop|airport|city|center|centre] >|and|to|because',
      'the $2',
    ],
    ['in [morning|afternoon|evening] !:NOUN', 'the $2'],
    [
      '=have|had [accident|problem|question|appointment|idea|issue|opportunity] >|and|with|about|in|on|because',
      'a $2 / $2.plural',
    ],
    [
      '!<a|the|one|any|every|this|very|too|so|as|of|not [little] different|expensive|cold|late|bigger|smaller|longer|higher|cheaper|warm|strange|tired',
      'a little',
    ],
  ),
  ...rowsOf(
    'small-word',
    'Leave out the article.',
    ['=go|=come|=drive|=cycle|=walk|way to [the work] >|by|every|on|at|with', 'work'],
    [
      '=drink|=eat [a] tea|coffee|milk|bread|rice|water|meat|butter|cheese|fruit at|in|with|every|for|and',
      '',
    ],
    ['with|in [a] warm|hot|cold|fresh|clean|salt water >|and|for|or', ''],
    ['made|from|of|with [the] olive|vegetable|coconut oil >|and|,', ''],
    ["of|from|with|for [a] *plural !:NOUN|:PROPN|-|of|'s", ''],
    ['[the] Arabic|English|German|French|Spanish|Italian|Russian|Chinese|Japanese is|looks|sounds|has', ''],
    [
      '=love|=like|=prefer [the] italian|french|german|spanish|chinese|indian|greek|thai food|cuisine|cooking >|and',
      '',
    ],
    ['=save|=waste|=lose [the] time|money >|and|to|because', ''],
    ['spend|spends time|hours in [the] nature', ''],
    [
      '< [the] quality|nature|health|life|love|time|experience|coffee|music is the+most|important|very|everything',
      '',
    ],
  ),
  ...rowsOf(
    'adverb',
    'People are bored, excited or interested; things are boring, exciting or interesting.',
    [`i|we =be|'m|'re ${plainly} [boring] >|at|with|in|by`, 'bored'],
    [`i|we|they|you|he|she =be|'m|'re|'s|am ${plainly} [exciting] about|to|for|that`, 'excited'],
    [`i|we|they|you|he|she =be|'m|'re|'s|am ${plainly} [interesting] in|to`, 'interested'],
    [
      `i|we|they|you|he|she =be|'m|'re|'s|am ${plainly} [surprising|confusing|disappointing|tiring] >|about|by|that|with|when`,
      '$4.participle',
    ],
    ...'interested:interesting bored:boring excited:exciting relaxed:relaxing surprised:surprising confused:confusing tired:tiring disappointed:disappointing'
      .split(' ')
      .map((pair) => {
        const [felt = '', feels = ''] = pair.split(':');
        return [
          `film|movie|book|story|course|lesson|article|trip|game|museum|city|job|work|talk|show|class|exhibition|holiday|result|results|weather =be very|so|really|not|too [${felt}] >|and|,|because|but|for`,
          feels,
        ] as const;
      }),
  ),
  ...rowsOf(
    'word-order',
    'Put this adverb after “can,” “have” or “be,” and before other verbs.',
    ['<< *subject [hardly can] *base', 'can hardly'],
    ['i|we|they|he|she [still|also|always|never are|is|am] *ing', '$3 $2'],
    ['i|we|they|you [very like|love|enjoy|appreciate|want|need|hope]', 'really $3 / $3 very much'],
    ['i|we|they|you [like very much|a+lot to] *base', ''],
    ['=live|=work|=study here|there|in *name? [already *number years|months|weeks]', ''],
    [
      '=live|=work|=write|=make|=learn|=study *word? [already *number|many|several years|months|weeks|days]',
      'for $4 $5',
    ],
  ),
  ...rowsOf(
    'word-order',
    'Put the verb after its subject.',
    [
      'in *possessive|the *count [work|live|stand|wait|hang] *number|many|several|two|three|four|five|six|seven|eight|nine|ten *plural',
      '',
    ],
    ['[were|was] much|many people|*plural in|on|at|there', 'there were'],
    ['< have [someone|somebody|anyone|anybody] a|an|the', ''],
    ['has|have [declared|said|announced|explained|added] the|our|*name', ''],
    ['not only [we|i|you|they|he|she|it *base|*s|*past] !>', ''],
  ),
  ...rowsOf(
    'preposition',
    'Use the usual preposition in this phrase.',
    ['[on|by|to|for] my|our|his|her opinion', 'in'],
    ['[on|in] the moment >|,|i|we|he|she|they|there|our|the', 'at'],
    ['[in] any time >|on|at|and|from|with|you', 'at'],
    ['[in] the begin', 'at'],
    ['=go|=travel|=come|=move [of|with+the|in+the] car|bus|train|bike|plane', 'by'],
    ['=set|=heat|=cool|=turn|=keep|oven|heating [on] *number degrees|°', 'to / at'],
    [
      'not|=be|=look very|also|only|perfectly? suitable|suited [to] the|all|every|both|children|families|beginners|people',
      'for',
    ],
    ['responsible|responsable|apologize|apologise [of] *word', 'for'],
    ['=thank you|*object? for *possessive|the? interest [on|for|at|about] *word', 'in'],
    ['experience|experienced [on|of] this|that|similar|the same', 'in'],
    ['on|in|at|have|has|similar [on] similar|the+same position|job|role', 'in'],
    [
      '=send|=email|=mail|=post it|them|your|the|a? cv|resume|application|photo|photos|documents [on|at] *word',
      'to',
    ],
    ['[in] :NUM hours|minutes|days|months|years long', 'for'],
    ['=keep|=stay|=hold *word? *word? hot|cold|warm|fresh [in] :NUM hours|days|weeks', 'for'],
    [
      '=wash|=clean|=rinse|=wipe|=dry it|them|*possessive|the? *plural|*count|*singular? [by] warm|hot|cold|soapy|clean|a',
      'in / with',
    ],
    [
      '=check|=write|=make|=do|=test|=approve|=sign|=review|=read|=own|=run [from] a second|professional|native|experienced|qualified|another person|teacher|editor|translator|engineer|expert',
      'by',
    ],
    ['=protect *word *word? [before] *word', 'from / against'],
    [
      "=be|'s|lies|located [on|at|in] :NUM minutes|km|kilometers|kilometres|miles|meters|metres|hours from|on|by|driving|walking|far|away",
      '',
    ],
    ['minutes|hours|hour [on] foot|car', 'by / on'],
    ['near|close [of] the|our|my|a|*name', 'to'],
    [
      'please|can|could|will|must|you|should call|phone|ring|telephone [to] us|me|him|her|them|our+office|the+office|a+developer >|directly|at|on|if|for|from|,|and',
      '',
    ],
    ['=call us|me|him|her|them [to|under|on+the+number] *number|:NUM', 'at / on'],
    [
      '!<*det|:ADJ|be =tell|told|=ask|asked|=answer [to] your|our|my|his|her|the !*base driver|customer|customers|boss|teacher|manager|*name|clients|team|colleague|wife|husband|mother|father|sister|brother|friend',
      '',
    ],
    ['=help|helps [to] *plural|customers|companies|people|clients|businesses to', ''],
    ['=prevent|=avoid [of|from] many|all|the|a|this', ''],
    [
      '=come|=welcome|=travel|=return [in] france|england|germany|italy|spain|poland|russia|america|europe|london|paris|our',
      'to',
    ],
    ['once|one+time|two+times|twice|*number times [by|in+the|per+the] day|week|month|year', 'a'],
    ['minutes|hours|times|days [by] day|week|month|year', 'a / per'],
    [
      '< [for] make|book|reserve|order|know|buy|get|learn|find|become|visit|join|register a|the|your|more|our|us',
      'to',
    ],
    ["be|am|is|are|'m|'s married [from|since] *number", 'for'],
    [
      '=pay|=offer|=give|=spend|=carry|=wait [until] *number dollars|euros|pounds|%|percent|kg|kilos|people|persons',
      'up to',
    ],
    ['[until] *number persons|people|guests|dollars|euros|pounds', 'up to'],
  ),
  ...rowsOf(
    'quantity',
    'Use the plural with “times,” and “once” for one time.',
    ['*number|two|three|four|five|several [time] a|each|every|per day|week|month|year', 'times'],
    ['[one time] a|per|each|every day|week|month|year', 'once'],
  ),
  ...rowsOf(
    'quantity',
    'Use the plural after a number above one.',
    [
      '*number [pound|inch|kilo|gram|ounce|liter|litre|meter|metre|degree] and|tall|long|wide|high|deep|thick|heavy|of',
      '$2.plural',
    ],
    [
      '*number [cup|box|bottle|sample|package|passenger|kilometer|kilometre|student|teacher|employee|book|ticket|picture|photo|lesson|course|language|country|city|shop|store|chair|table|lamp|product|order|piece|person|bag|egg|spoon|glass] >|and|by|in|on|for|from|with|of|damage|damaged|to|at|every|so|,',
      '$2.plural',
    ],
  ),
  ...rowsOf('quantity', 'After a number, write “hundred,” “thousand” and “million” without -s.', [
    '*number [hundreds|thousands|millions] !of *word',
    '$2.singular',
  ]),
  ...rowsOf('quantity', 'Ask with “any”: “if you have any questions.”', [
    'if you|we have [some] question|doubt|problem|doubts >|,|about|or',
    'any',
  ]),
  ...rowsOf(
    'quantity',
    'This noun has no plural here.',
    [
      'more|than|with|without|many|some|any|other [equipments|furnitures|informations|advices|homeworks|softwares|hairs|luggages]',
      '',
    ],
    ['my|your|her|his|long|short|blond|dark|wet [hairs] >|=be|and|with|in', 'hair'],
    ['for|about|very|so|many|the|any [troubles] >|with+your+order', 'trouble'],
  ),
  ...rowsOf('agreement', '“These” and “those” go with several things, “this” and “that” with one.', [
    '[those|these one]',
    'that one / this one',
  ]),
  ...rowsOf('small-word', 'Write “most people,” or “most of the people.”', [
    '[most of] people|customers|clients|visitors|guests|companies|students|employees',
    'most',
  ]),
  ...rowsOf('small-word', 'Add “the” after “of.”', [
    "[each|one|both of !us|them|you|dozens|hundreds|thousands|millions|life *plural] !'|'s",
    '$1 of the $3',
  ]),
  ...rowsOf(
    'small-word',
    'Use the usual words for all of something.',
    ['[all family|team|company|class|village|city] *past|was|is|works|loves|sat', 'the whole $2'],
    ['[in all] usa|uk|germany|france|england|spain|italy|poland|europe|america', 'throughout'],
  ),
  ...rowsOf('pronoun', 'Leave out this pronoun: “who” or “which” already stands for it.', [
    'who|which i|we|he|she|they *past|*base [him|her|it|them] >|yesterday|last|at|in|on|before',
    '',
  ]),
  ...rowsOf(
    'conjunction',
    'Use the word that belongs with “neither,” “no sooner” or “hardly.”',
    ['neither *det|*possessive? *singular|*plural|*name [or] !-', 'nor'],
    ['< no sooner *word *word? *word? *word? *word? [when|then]', 'than'],
    ['< hardly had *word *word *word? *word? [than|then]', 'when'],
    ['both *word *word? [as+well+as|or] *word', 'and'],
  ),
  ...rowsOf(
    'verb-form',
    'Use the verb form that is usual in this phrase.',
    ['[borrow] me|us|him|them a|an|your|some|the|*number|this|that', 'lend'],
    ['can|could|will|would [borrow] you a|an|my|some|the', 'lend'],
    ['< [how] do|did|would you|they|we|i call|name this|that|it|these|those in|>', 'what'],
    ['how [do you] think about', 'what do you think'],
    [
      'prices|costs|rents|fees|temperatures|sales|wages|rates =have [raised] >|by|again|since|from|to|this|in|and|sharply',
      'risen',
    ],
    ['i|they|we|people [could care less] >|about the|what|how|it|that|this|your', "couldn't care less"],
    ['i|we|you [search] a|an|quiet|cheap|new', 'am looking for / are looking for'],
    ['you [search] a|an|quiet|cheap|new *word', 'are looking for'],
    ["=don't|n't|not [forget *ing] the|your|to|our", ''],
    ['< [there has|have] a|an|some|many|any|*number|no', 'there is / there are'],
    ['if|because|that [there have|has] a|an|any|some|many|problem|no|*number', 'there is / there are'],
    ["i|we|they|you =be|'m|'re|'s|am [well arrived]", ''],
    ['i [write] you about|because|to|this|regarding', 'am writing to'],
    ['i|we [write you] about|because|to|this|regarding', 'am writing to you'],
    [
      'when|if|until|that|because i|you|we|they|he|she [not] *base|:NOUN it|them|the|this|any|have|know|want|need|use|use',
      "don't / doesn't",
    ],
    ['if|when you [*ing] it|the|them|your', '$3.base'],
    ['please [not] *base', "don't"],
    ['what|which you can [do it]', 'do'],
    [
      '<< *name|company|school|shop|firm|*count [is|are started|founded|opened|born|established|built|created] in *year',
      'was $3',
    ],
    ["we|they|i =be|'re|'m [having] *number|two|three|four|five|many|several *plural", 'have'],
    [
      '*singular|company|centre|center|school|hotel|it is [having] a|an|*number|two|three|four|five|ten|twelve|many',
      'has',
    ],
    ["we|they|i|you [are|am|'re|'m knowing|having+a+question|wanting|needing|preferring]", ''],
  ),
  ...rowsOf(
    'agreement',
    'Make the verb match its subject: “he goes,” but “they go.”',
    [
      '<< the|our|a|an|my|this|each|every|her|his|its :ADJ|:NOUN? *singular|*count [consist|include|contain|provide|belong|depend|require|exist|arrive|become|protect|seem|allow] of|to|on|a|the|all|two|three|*number|you|your|us|in|at|from|more|everything',
      '$4.one',
    ],
    [
      'hope|hopes|think|thinks|says|said|know|because|so|since|while|that he|she|it [finish|come|go|arrive|work|help|need|want|know|have|last|take|make|get|live|like|do|stay|look|keep|sell] !:NOUN|not',
      '$3.one',
    ],
    [
      '<< the|our|a|an|this|my|her|his *count , *word *word? *word? *word? *word? , [have|are|employ|sell|produce|offer|operate] *number|a|the|more|over|all',
      '$10.one',
    ],
    [
      '<< it [last|take|weigh|need|measure|keep|clean|help|work|contain|come|include|make] !not about|only|a|the|your|you|*number|more|less|up|well|with|just|in',
      '$2.s',
    ],
    [
      'the|this|our|a *count *be|*s *word *word *word? *word? and [have|measure|weigh|come|need|include|offer|contain] a|an|one|two|three|four|*number|no|with|the|about',
      '$8.one',
    ],
    [
      '<< the|this|our|my|her|his *count [help|rise|fill|need|begin|serve|protect|dry|keep|grow|sell|go|come|say|make|know|want|give|take|work|stay|love|like] us|you|the|your|our|over|up|out|at|in|with|about|to|from|only|more|a',
      '$3.one',
    ],
    ['one|each|every+one|neither|none of *possessive|the|these *plural [*present] !:NOUN', '$5.one'],
    [
      'biggest|best|main|first|last|only|oldest|other one|thing|reason|problem|advantage [are|were] !:NOUN',
      '$3.one',
    ],
  ),
];
