import { rowsOf } from './grammar-kinds.ts';

const asking =
  'know|knows|tell|tells|wonder|explain|understand|remember|asked|ask|see|show|find+out|check|me|us|him|her|them|sure';
const kin =
  'husband|wife|son|daughter|mother|father|brother|sister|grandmother|grandfather|mom|mum|dad|boss|friend|teacher|uncle|aunt|cousin|neighbor|neighbour|grandma|grandpa';
const person =
  'people|person|peoples|man|woman|men|women|children|customers|customer|guests|guest|friend|friends|teachers|teacher|students|student|clients|client';

/** Constructions that writers carry over from another language: “I have 24 years,” “the thing what I like.” */
export const translatedPatterns = [
  ...rowsOf(
    'verb-form',
    'Use “be” with an age: “I am 24 years old.”',
    [
      `i|he|she|${kin} [have|has|had *number years] !of|experience|left|to|behind|ago|in|more`,
      'am $3 years old / is $3 years old',
    ],
    [`when i|he|she [had *number years]`, 'was $3 years old'],
  ),
  ...rowsOf('verb-form', 'Use “be” for the weather: “It is cold.”', [
    'it [makes|made] very|so cold|hot|warm >|,|in|outside|today',
    'is / was',
  ]),
  ...rowsOf(
    'verb-form',
    'Use “to” and the base form after this verb.',
    ['=want [that] i|we|you|he|she|they|people|the|our|my|your|everyone|everybody', ''],
    [
      "would|'d|i|we|they|you|n't|not love|like|prefer [go|see|hear|know|have|get|buy|meet|learn|visit|try|come|work|help|make|find] a|the|to|from|you|your|our|how|more|if|about|in|with|some|it|us",
      'to $3',
    ],
    [
      '=promise|=agree|=refuse|=decide|=plan|=offer [go|give|send|pay|help|come|buy|sell|make|take|bring|wait|leave|meet|open|move|change] a|the|to|you|your|us|our|it|me|them|him|her|in|back|for',
      'to $2',
    ],
    ['feel free [contact|call|email|ask|write|reach|visit|join|send|come|message|get|reply]', 'to $3'],
    [
      'easy|hard|difficult|impossible|ready|able|unable|want|wants|need|needs|have|has|how|try to [*ing] !-|:NOUN',
      '$3.base',
    ],
    ["!<:NOUN|*modal|to|n't [can able] to", 'can / are able'],
    ['will|would have [pay|wait|go|leave|move|change|find|buy|return]', 'to $3'],
    [
      'lucky|happy|pleased|proud|glad|honored|honoured|delighted|able [help|work|serve|offer|live|have|join|win]',
      'to $2',
    ],
  ),
  ...rowsOf(
    'verb-form',
    'Use the -ing form after this verb or preposition.',
    [
      "i|we|you|they|he|she|people|customers =be|'m|'re|'s not|never|already|quite|now? used to [*base] !:NOUN|-",
      '$6.ing',
    ],
    ['get|gets|getting|got used to [*base] !:NOUN|-', '$4.ing'],
    ["=be|'m|'re|'s thinking|dreaming [to *base]", 'of $4.ing'],
    ['=insist [to *base]', 'on $3.ing'],
    ['!<:NOUN|*plural|*singular|what to avoid|enjoy|finish|postpone|risk [to *base]', '$4.ing'],
    ['=love|=enjoy|=finish [cook|swim|read|bake|travel|sing|dance|draw|write] >|and|,', '$2.ing'],
    [
      'without|before|after|by [have|make|get|pay|lose|use|do|see|ask|call|read|open|try|add|change|leave] *det|*object|*possessive|any|to|anything|more|money|up|out',
      '$2.ing',
    ],
    ['thank|thanks you? for [have|come|to|be|choose|visit|help|wait|let|invite|give] !:NOUN', '$4.ing'],
    ['spend|spends|spent hours|days|evenings|weekends [to *base]', '$3.ing'],
    ['=stop [to smoke|worry|complain|wonder]', '$3.ing'],
  ),
  ...rowsOf(
    'verb-form',
    'Use the form that goes with this auxiliary verb.',
    [
      'does|do|did this|that|it|the|a|your|his|her|their|our|my|everyone|anyone|anybody|somebody|someone|nobody|she|he :ADJ|:NOUN? *singular? [*s|has] !-|:NOUN <?>',
      '$5.base',
    ],
    [
      'does|did|do he|she|it|they|you|we|anyone|anybody|someone|everyone [has|had|went|came|saw|got|took|found|bought|knew|gave|made|said]',
      '$3.base',
    ],
    ['did|does|do *subject|anyone|anybody|someone [*purepast]', '$3.base'],
    [
      'how|what|when|where|why long|much|often|far|many|time? do|does|did it|that|this|he|she|you|they|we [*s] !:NOUN',
      '$5.base',
    ],
    ['< has|have|had anybody|anyone|somebody|someone|you|he|she|they|we|i|it [*purepast]', '$3.participle'],
    [
      'will|can|could|should|must|would|might|may|to [found|bought|taught|thought|sent|told|kept|made|paid|met|sold|held|spent|lost] *object|*det|*possessive|out|on|in|more|*plural',
      '$2.base',
    ],
    [
      'can|could|should|must|would|might|may|will|shall *subject? [provided|received|used|wanted|needed|offered|helped|visited|asked|called|opened|closed|ordered|changed|started|contacted|included|improved] *object|*det|*possessive|more|to|us',
      '$3.base',
    ],
    [
      "is|are|was|were|be|been|'re not|also|only|always? [launch|publish|announce|situate|locate|equip|cancel|replace|include|install|produce|invite|translate|explain|describe|mention|expect|require|impress|confuse] >|by|in|on|at|next|last|for|with|to|from|until|this|and",
      '$3.participle',
    ],
    ['was|were [open|clean|close] in|by *year|*name|my|our|the|*month|his|her', '$2.past'],
    [
      'very|really|so|highly [experience|impress|surprise|excite|satisfy|confuse|disappoint|qualify|motivate] >|and|,|with|in|by|that|to',
      '$2.participle',
    ],
    [
      'which|that|company|brewery|shop|firm|bakery|school|museum|hotel|restaurant|studio [founded] in *year',
      'was founded',
    ],
    ['!<of|*be|*have|for|to|by|with|the|and|in|from i|we|they|he|she [been] *ing', 'have been / has been'],
  ),
  ...rowsOf(
    'verb-form',
    'Use the verb that is usual in this phrase.',
    [
      'i|we|you|they|who|customers|people [become|became] a|an|the|your|my|our discount|refund|email|e-mail|letter|parcel|package|document|answer|reply|invoice|order|present|gift|message|corrected|call',
      'get / got',
    ],
    [
      '[make|makes|made] holiday|holidays|vacation|vacations|sport|sports|bike|a+walk|a+pause|a+diet',
      'go on / take / do',
    ],
    ['[close|open|shut] the? light|lights|music|radio|tv|television|lamp !:NOUN|-', 'turn off / turn on'],
    [
      'apartment|flat|room|rooms|hotel|house|it|factory|office|we|car|kitchen|cottage|villa [dispose|disposes of] a|an|two|three|four|five|six|*number|many|all',
      'has / have',
    ],
    [
      'i|we [pretend] to open|continue|expand|start|finish|launch|grow|build|move|buy|study|offer|travel|visit|reach|increase|improve|publish',
      'intend / plan',
    ],
    ['[learned|learnt|learns] me|us|him|her|them how|to|everything|a|the', 'taught / teaches'],
    ['=have|=win|=lose|=miss|=use|this|an [occasion] to|>', 'opportunity / chance'],
    ["please|to|do n't|not? say [you|me|him|her|us|them]", 'tell $4'],
    ['[give me|us know]', 'let $2 know'],
    ['!<and|or i|we [propose] you|our+guests|our+customers', 'offer'],
    ['[take care] the|our|your|my|his|her|their|it', 'take care of'],
    ['=hope|hope you [go] well', 'are doing'],
    ['[wish you have] a', 'wish you'],
    ['[can|could borrow|lend] me|us', 'lend'],
  ),
  ...rowsOf(
    'pronoun',
    'Use “that,” or “who” for people.',
    [
      '!<about|on|to|know|no|tell|ask|show the|this|every|only|best|first|last|one|those|these thing|things|house|room|information|products|product|features|place|job|book|cake|food|day|time|way|everything|word|words|clothes|money|goods|informations|position|service|services|items|shop|berries|dish [what] i|we|you|they|he|she|it|is|was|are|were|has|have|makes|surprised|nobody|can|will|need|needs',
      'that',
    ],
    [
      'everything|anything|something|nothing|all [what] i|we|you|they|he|she|it|is|was|has|can|will|need|needs|makes',
      'that',
    ],
    [`${person} [what] *be|*have|*modal|*s|*past|live|want|need|work|come|like|know`, 'who'],
    [
      '!<for|to|of|about|no|matter|tell|know|ask|see|show|teach|let|asks|shows|tells|give *plural [what] i|we|nobody|everybody|customers|people *past|*base|*s|*have|need|needs',
      'that',
    ],
  ),
  ...rowsOf(
    'pronoun',
    'Use “which” after this comma.',
    [
      '*word *word *word , [what] means|is|makes|helps|allows|includes|gives|saves|was|has|can|will|costs|takes !-|i|we|you|the|we|your|next',
      'which',
    ],
    [
      'the|our|a|an|this|new *singular|*plural|:NOUN , [that] is|has|was|have|were|are|will|can *word *word? *word? *word? , *s|*past|*be|*have|*modal',
      'which',
    ],
    [
      '!<if|when|as|now|, in|on|at|for|with the|our|a|an|this|my :ADJ? :NOUN , [that] have|has|had|lies|protects|belongs|opened|offers|includes|contains',
      'which',
    ],
    [
      'model|dog|cat|street|company|building|hotel|house|shop|product|car|city|town|garden|machine|kitchen|oven|color|colour|wood|oil|version|size|line , [that] is|was|has|have|costs|offers|opened|protects|makes|gives|includes|weighs|lies|comes !,|why|how|what|because|when|where|not|the|a|all|it|just',
      'which',
    ],
  ),
  ...rowsOf(
    'pronoun',
    'Leave out the second pronoun: the noun is already the subject or object.',
    [`< my|our|his|her|their ${kin} [he|she|they] *past|*s|:AUX|:VERB`, ''],
    ['<< our|my|their|your :ADJ|:NOUN? :NOUN|*count [it] is|was|has|will|comes|can', ''],
    ['<< our|my|their|your :ADJ|:NOUN? *plural [they] are|were|have|will|come|can', ''],
    [
      `${person} who|which [they|he|she] have|has|live|lives|work|works|come|comes|want|wants|need|needs|are|is !:NOUN|looking|to|in|and|as`,
      '',
    ],
    [
      '!<where|when|if|that|what a|an|the :NOUN|*count that [it] shows|makes|helps|gives|has|contains|includes|offers|allows',
      '',
    ],
    ['that i|you|we|they can|could *base [it|them] in|with|on|at|for|easily|every', ''],
  ),
  ...rowsOf(
    'word-order',
    'In a question inside a sentence, put the subject before the verb and leave out “do”: “how the mill works.”',
    [`${asking} [how|what|why|where|when|who do|does|did i|you|he|she|it|we|they|people|customers] <.>`, ''],
    [
      `see|know|tell|understand|learn|explain|remember|wonder|show|me|us [how|what|why|where|when do|does|did the|your|our|my|a|this|these|*name|*plural] *word *base|*word`,
      '',
    ],
    [
      '!<the|and know|knows|tell|wonder|explain|understand|asked|ask me|us|him|her|them|you? [what mean|means] the|this|that|it',
      '',
    ],
    ['<< [what means] this|that|it|the', ''],
    [
      `!<do|does|did|the know|tell|ask|asked|wonder|wondered|wanted+to+know me|us|him|her|them|you? [what|where|who is|are|was my|your|his|her|their|the] !matter|point|difference|use|problem|deal|catch|hurry|rush *singular|*plural >|and|,`,
      '',
    ],
    ['anyone|someone|you know [who|where|what|how|why do|does i|we|you|he|she]', ''],
  ),
  ...rowsOf(
    'word-order',
    'In a question, put the auxiliary verb before the subject.',
    [
      "< [why|how|where *subject do|does|did|can|ca|could|will|would|should n't|not?] *base <?>",
      '$1 $3$4 $2',
    ],
    ["< [why|how|when|where *subject did|do|does|can|ca|could n't] *base", '$1 $3$4 $2'],
    [
      '< [how i|you|we|they can|could|should|must] *base *word *word *word? *word? *word? *word? *word? <?>',
      '$1 $3 $2',
    ],
    ['< [how i|you|we|they do] *base <?>', 'how do $2'],
  ),
  ...rowsOf(
    'word-order',
    'Put the object after the whole verb.',
    [
      'i|you|we|they|he|she can|could|will|must|should [it|them|us|him|her|me] also|always|easily|now? *base',
      '$5 $3',
    ],
    [
      'i|we|they|he|she have|has|had [yesterday|today|now|also|never+before it|them|him|her *pureparticiple|*past]',
      '',
    ],
    [
      'i|we|they|he|she|you [make|have|sell|offer|do|bake|produce|organize|organise|provide|need|accept|speak|use|take|give|work also] !:VERB|have|-|*base',
      'also $2',
    ],
    ['=give|gave [back|up|away you|me|us|him|her|them] your|my|our|the|all|his|their|money|a', '$3 $2'],
    [
      '[place|places|shoes|food|room|house|people|students|products|dish|dishes|man|woman|city|day|life|weather dry|international|traditional|interesting|beautiful|quiet|modern|delicious|different|important|expensive|cheap|famous] , !which|and',
      '$2 $1',
    ],
    [
      'a|the|other|many|some [place|students|food|room|house|dish|product|products|dishes dry|international|traditional|interesting|beautiful|quiet|modern|different|expensive|famous] >|,|in|from',
      '$3 $2',
    ],
    [
      'will|would be|arrive [late|later] about|around a|two|three|*number [day|days|week|weeks|hour|hours]',
      '',
    ],
    ['had|have|has to [wait|pay|work|go|come sometimes|often|always] *number|weeks|days|hours|months', ''],
  ),
  ...rowsOf(
    'comparison',
    'After a comparative, write “than.”',
    [
      '!<much|many|the more|less|better|cheaper|bigger|fewer|older|higher|lower|smaller|larger|faster [as] *possessive|last|before|ever !:ADJ|a+result|well|possible|it',
      'than',
    ],
    [
      '!<worth more|less|fewer [as] *number pieces|people|years|euros|dollars|percent|%|*time|customers|guests|employees|kilometers|km|items|employees|of',
      'than',
    ],
    ['% more|less|higher|lower|cheaper|faster|bigger|fewer [as] *word', 'than'],
    ['% more|less|higher|lower|cheaper|faster|bigger|fewer [then] *word', 'than'],
  ),
  ...rowsOf(
    'comparison',
    'Write “the more …, the better …”',
    ['< [how] more|less|better|faster|longer|earlier *word', 'the'],
    [', [how] more|less|better|faster|happier|cheaper|stronger|healthier *subject', 'the'],
  ),
  ...rowsOf(
    'comparison',
    'Short adjectives take the ending -er.',
    ...[
      'low:lower',
      'cheap:cheaper',
      'big:bigger',
      'small:smaller',
      'old:older',
      'new:newer',
      'fast:faster',
      'strong:stronger',
      'high:higher',
      'long:longer',
      'short:shorter',
      'easy:easier',
      'nice:nicer',
      'happy:happier',
      'heavy:heavier',
      'hot:hotter',
      'warm:warmer',
      'young:younger',
      'thick:thicker',
      'clean:cleaner',
    ].flatMap((pair) => {
      const [word = '', better = ''] = pair.split(':');
      return [
        [
          `a|an|this|our|your|=be|=get|=become|much|far|the [more ${word}] >|that|then|:NOUN|and|in|now !*plural`,
          better,
        ],
      ] as const;
    }),
  ),
  ...rowsOf(
    'adverb',
    'Use the adverb before an adjective.',
    ...'dangerous:dangerously incredible:incredibly surprising:surprisingly extreme:extremely terrible:terribly absolute:absolutely complete:completely total:totally unbelievable:unbelievably amazing:amazingly remarkable:remarkably exceptional:exceptionally unusual:unusually particular:particularly relative:relatively reasonable:reasonably slight:slightly unfortunate:unfortunately ridiculous:ridiculously'
      .split(' ')
      .map((pair) => {
        const [adjective = '', adverb = ''] = pair.split(':');
        return [
          `=be|'s|'re|'m|and|a|an|are|so|feel|feels|looks|tastes [${adjective}] easy|good|hard|fast|important|beautiful|delicious|difficult|happy|helpful|friendly|useful|nice|cheap|expensive|simple|comfortable|proud|tired|grateful|large|small|high|low|slow|quick|new|old|different|rare|soft|strong|busy|clean|quiet`,
          adverb,
        ] as const;
      }),
  ),
  ...rowsOf(
    'adverb',
    'Use the adverb: it says how something is done.',
    ['[fastly]', 'fast'],
    ['[hardly] >', 'hard'],
    ['=work|=study|=train very|so|too? [hardly]', 'hard'],
    ['=treat|=treated|=share *word? [equal] >|and', 'equally'],
    ['=speak|=talk|=walk|=work|=close [silent|quiet|loud] >|and|after|in', '$2ly'],
    [
      '=rise|=increase|=improve|=change|=grow|=fall|=drop|=decline [slow|quick|steady|rapid|significant|dramatic] >|,|over|and|since|in',
      '$2ly',
    ],
    [
      '=screw|=snap|=clip|=slide|=fold|=come|=pull|=peel|=wash on|off|up|out|together|down [easy] >|and|,',
      'easily',
    ],
    ['=did|=cook|=sing|=write|=sleep|=perform that|it|this|this+job|very|so? [good] >|,|and', 'well'],
    ['do|done|did|does it|that|this|so|really [good] >', 'well'],
  ),
];
