import { rowsOf } from './grammar-kinds.ts';

/** Verbs that are followed by an -ing form, never by “to”. */
const beforeIng = '=enjoy|=avoid|=finish|=postpone|=dislike|=suggest|=recommend';
/** Verbs that are followed by “to”, never by an -ing form. */
const beforeTo = '=want|=decide|=hope|=refuse|=promise|=afford|=agree|=wish|=expect';
/** Base forms that are hardly ever nouns or adjectives. */
const plainVerbs =
  'go|come|see|get|eat|buy|bring|sell|write|give|take|know|choose|become|begin|speak|teach|tell|think|learn|become|receive|arrive|listen|explain|decide|develop|create|provide|improve|locate|found|grow|send|wear|forget|bake|announce|apologize|belong|deliver|inform|allow|include|require|prepare|remain|suggest|describe|realize|appreciate|happen|clean|open|close|prepare|satisfy|satisfied';
const participleVerbs =
  'build|bake|eat|write|give|take|choose|sell|teach|tell|bring|locate|found|produce|grow|send|wear|create|deliver|situate|satisfy|prepare|equip|publish|pack|paint|excite|surprise|invite';

/** Past forms of irregular verbs that learners form with -ed. */
const regularized =
  'breaked:broke goed:went catched:caught buyed:bought teached:taught bringed:brought thinked:thought writed:wrote eated:ate drinked:drank runned:ran choosed:chose falled:fell feeled:felt finded:found forgetted:forgot gived:gave growed:grew holded:held keeped:kept knowed:knew maked:made payed:paid readed:read selled:sold sended:sent sitted:sat sleeped:slept speaked:spoke spended:spent standed:stood swimmed:swam taked:took telled:told throwed:threw understanded:understood winned:won comed:came becomed:became beginned:began builded:built cutted:cut drived:drove getted:got hitted:hit meaned:meant meeted:met'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]);

export const verbPatterns = [
  ...rowsOf(
    'verb-form',
    'Use the irregular past of this verb.',
    ...regularized.map(([wrong, right]) => [`[${wrong}]`, right] as const),
  ),
  ...rowsOf(
    'verb-form',
    'Use the base form of the verb after “can,” “will,” “must” and the like.',
    ['!<:NOUN|the|a *modal *not? also|only|always|still|just? [*purepast|*pureparticiple]', '$4.base'],
    ["!<the|a|:NOUN can|could|would|should|must|might|'ll *not? [*s]", '$3.base'],
    [
      '!<the|a|*possessive|:ADJ will|should|could *not? [*s] a|an|the|your|our|you|us|it|them|free|more|from|to|all|in|by|at',
      '$3.base',
    ],
    [
      '!<the|a|*possessive|:ADJ|:NOUN can|will *not? !found|saw|fell|bound|left|need|lay|ground|wound|shed|set|put|cut|read|let|wicked|felt [*past] >|by|in|on|at|to|the|a|an|your|our|it|you|us|with|from|for|until',
      '$3.base',
    ],
    [
      '!<a|*possessive could|would|should|must|might *not? !found|saw|fell|bound|left|need|lay|ground|wound|shed|set|put|cut|read|let|wicked|felt [*past] >|by|in|on|at|to|the|a|an|your|our|it|you|us|with|from|for|until',
      '$3.base',
    ],
    ['!<*det|:ADJ|*possessive must|can|should|could|will|would *not? [to *base]', '$4'],
    ['!<the|a|:NOUN|of can|could|should|must|would|might *not? [does|has]', '$3.base'],
    [
      'to|can|could|should|would|must|might [came|went|gave|took|bought|brought|knew|wrote|ate|began|chose|sold|spoke|taught|became|forgot|grew|drove|broke|threw|wore]',
      '$2.base',
    ],
    ['!<:NOUN|*det can|must|should [*ing] >|soon|now|the|a', '$2.base'],
    ['can|must|could|should|will|would already|also|now|still|only [to *base]', '$4'],
    ['must|should|would|may|might [can]', 'be able to'],
    ['[will can]', 'will be able to'],
    ['[do|does|did *not will|can|must|should|would]', '$3 not'],
    ['*modal *not !bring|swing|cling|sting|spring|fling|string|being [*ing] !:NOUN', '$3.base'],
    [
      '< please [noted|contacted|checked|called|informed|replied|ordered|visited] that|the|your|us|our|if',
      '$2.base',
    ],
    ['will|can|must *base :NUM|*det? :ADJ|:NOUN? *plural|*singular and [*s] :NUM|*det|*plural', '$7.base'],
  ),
  ...rowsOf('verb-form', 'Use the same form for both verbs: “come and see.”', [
    '!<the come|go|try and !bring|string|fling [*ing] a|an|the|our|my|your|it|this|us|them',
    '$3.base',
  ]),
  ...rowsOf(
    'verb-form',
    'Use the base form of the verb after “do,” “does” and “did.”',
    ['did|does|do *not [*purepast|*pureparticiple|*s]', '$3.base'],
    ['did|does i|you|he|she|we|they [*purepast|*s]', '$3.base'],
    [
      "did|does|do n't|not [came|went|had|said|made|knew|wanted|liked|needed|worked|found|told|got|thought|left|felt]",
      '$3.base',
    ],
  ),
  ...rowsOf(
    'verb-form',
    'Use the form that goes with “have,” as in “has gone” and “have seen.”',
    ['*have *not|already|just|also|always|only|ever? [*purepast]', '$3.participle'],
    [
      '!<*modal|to|:NOUN have|has *not|already|just|also|always? [receive|arrive|listen|speak|write|give|eat|choose|begin|become|decide|create|develop|forget|explain|grow|improve|provide|produce|announce|visit|ask|send|go|see]',
      '$3.participle',
    ],
    ["would|could|should|might|must have|'ve [came]", 'come'],
    [
      "!<*modal|to|:NOUN|:ADJ|*plural|does|did|do have|has|'ve *not|already|just|also|always? [prepare|publish|improve|create|achieve|become|bring|choose|compare|contain|deliver|describe|discover|discuss|enjoy|establish|expand|explain|include|introduce|join|learn|maintain|obtain|organize|organise|participate|perform|protect|prove|reduce|remove|solve|succeed|teach|translate|finish|install|repair|collect|attach|add|confirm|cancel|pay|lose|grow|happen] !:NOUN|-|and|,",
      '$3.participle',
    ],
  ),
  ...rowsOf(
    'verb-form',
    'Use the form that goes with “be,” as in “is made.”',
    [
      `!<do|does|did|all|is|was|*modal is|are|was|were|been|being *not|also|always|only? [${participleVerbs}] !:NOUN|:PROPN|-|and`,
      '$3.participle',
    ],
    [`every|each|which|that|it is|are *not? [make] by|of|from|in|with`, 'made'],
    [
      '!<there *modal *not|also|only|easily|always? be [replace|send|use|see|find|make|pay|cancel|return|deliver|order|buy|repair|wash|remove|reach|visit|book|share|contact|refund|ship|collect|install|adjust|store|serve|keep|combine|customize|pick|add] >|by|in|on|at|for|to|with|from|and|or|within|until|again|here|online|separately|easily',
      '$4.participle',
    ],
    [
      'something|it|item|screen|one|parcel|box|cup|glass|machine is|was|arrives|arrived [broke] >|,|or|when|and',
      'broken',
    ],
    ['is|are|was|were|been [make|hold|keep|find] by|of|from|in|with|for', '$2.participle'],
    [
      'is|are|was|were|been|be *not? [went|came|gave|took|wrote|ate|chose|spoke|drove|knew|grew|wore|drew|threw|tore|began|stole|woke|froze|shook|hid]',
      '$3.participle',
    ],
    ["i 'm|am [live] in|with|here|near", '$3.ing'],
    ["i 'm|am [work|write|look|go|come|study|learn|search|wait]", '$3.ing'],
    [
      "<< i|we|you|they|he|she *be|'m|'re|'s also|now|currently|just|still|already !open|live|close|free|welcome|present|clean|clear|separate|direct [*base] *det|*object|*possessive",
      '$4.ing',
    ],
    ['we|they|you are [write|look|go|come|study|learn|wait] !:NOUN', '$3.ing'],
    ['he|she is [write|look|go|come|study|learn|wait|work] !:NOUN', '$3.ing'],
  ),
  ...rowsOf(
    'verb-form',
    'Use the past form: “I saw,” or “I have seen.”',
    ['<< i|you|he|she|we|they [*pureparticiple] !<*have', '$2.past / have $2'],
    [', which|who [*pureparticiple] !by', '$3.past'],
    ['*singular who [*pureparticiple] !by', '$3.past'],
    ['<< i|you|he|we|they [been] :ADV? !*question', 'have been'],
  ),
  ...rowsOf(
    'verb-form',
    'Use the -ing form after this verb.',
    [`<.> !<=be|been|to|*det|:ADJ|:NOUN ${beforeIng} [to *base]`, '$3.ing'],
    ['!<=be|*det|:ADJ|:NOUN|and|to =consider|=mind|=risk|=imagine [to *base]', '$3.ing'],
    ['look|looking|looks|looked forward [to *base]', 'to $4.ing'],
    ['looking forward [for]', 'to'],
    ['!<net worth [to *base]', '$3.ing'],
    ['!<*det|:ADJ|:NOUN|*possessive permit|permits|allows [to *base]', '$3.ing'],
    ['=be tired|sick [to *base]', 'of $4.ing'],
    ['!<*possessive|*det|:ADJ|:NOUN =dream [to *base]', 'of $3.ing'],
    ['!<to =succeed [to *base]', 'in $3.ing'],
    ["i|we|he|she|you =be|'m|'re|'s *not? used [to *base]", 'to $6.ing'],
    ['=be committed|dedicated|accustomed|opposed|devoted [to *base] !-', 'to $4.ing'],
    ['!<=stand|=stop|=drop|=come|=swing|=go without|before|after|by [to *base]', '$3.ing'],
    ['!<too busy [to *base]', '$3.ing'],
    ['=spend *word? time|hours|days|weeks|months|years [to !come *base]', '$5.ing'],
    ['=have difficulty|difficulties|trouble [to *base]', '$4.ing'],
    ['possibility [to !consider|explore|investigate|discuss|keep *base]', 'of $3.ing'],
    ['=prevent|=discourage|=prohibit *object [to *base]', 'from $4.ing'],
  ),
  ...rowsOf(
    'verb-form',
    'Use the -ing form after a preposition.',
    [
      `!<:VERB without|by|after|before|from|of|for|about|at|in|instead [${plainVerbs}] *det|*object|that|us|me`,
      '$2.ing',
    ],
    ['interested in [*base]', '$3.ing'],
    ['thank|thanks you? for [*base] *det|*object', '$4.ing'],
    ['good|great|bad|experts at|in [*base] *det|:NOUN', '$3.ing'],
  ),
  ...rowsOf(
    'verb-form',
    'Use “to” and the base form after this verb.',
    [`!<=be ${beforeTo} [*ing] !:NOUN|of`, 'to $2.base'],
    [
      "i|we|you|they|he|she|who|to|n't want|wants|wanted|need|needs|hope|hopes|hoped|decided|plan|plans|like|likes [go|buy|see|eat|sell|learn|write|become|get|visit|know|make|come|find|speak|move]",
      'to $3',
    ],
    [
      'going|used [visit|go|buy|see|eat|sell|learn|write|become|get|know|make|come|find|open|move|have|be|take|give]',
      'to $2',
    ],
    [
      '!<*det|*prep|and|or wait|able|unable|ready|happy|excited|glad|proud|sorry|easy|difficult|hard|important|possible|impossible [see|buy|announce|hear|get|meet|welcome|find|say|show|share]',
      'to $2',
    ],
  ),
  ...rowsOf('verb-form', 'Use “to” and the base form to state a purpose.', [
    'go|went|going|=come|=visit|=travel|=return|=stop|=call|=write to? *det|*possessive? !prison|jail|court|credit|war :NOUN|here|there|back|home [for buying|getting|visiting|seeing|learning|asking|helping|making|having|taking|finding|picking|meeting|telling|saying] *det|*object|*possessive|some|fresh',
    'to $6.base',
  ]),
  ...rowsOf('verb-form', 'Use “to” and the base form after this word.', [
    'want|wants|wanted|need|needs|needed|hope|hopes|decided|able|unable|how|try|tried to !bring|sing|swing|string|spring|sting|fling|cling|ring|being|king|wing [*ing] *det|*object|*possessive|*plural|more',
    '$3.base',
  ]),
  ...rowsOf('verb-form', 'Use “to” and the base form after this word.', [
    "happy|glad|excited|pleased|delighted|n't+wait [of *ing]",
    'to $3.base',
  ]),
  ...rowsOf(
    'verb-form',
    'Leave out “to” after “let” and “make.”',
    [
      '=let|=make *object|people|customers|guests|visitors [to !last|order|go|measure|scale|fit|be *base]',
      '$4',
    ],
    ["let 's [to *base]", '$4'],
  ),
  ...rowsOf(
    'verb-form',
    'Use the construction that goes with this verb.',
    ['=suggest [me|us|him|them|you|her to *base]', 'that $2 $4 / $4.ing'],
    ['!<*be =suggest [to *object]', 'to $3 that'],
    [
      '=explain|=describe|=suggest|=announce [me|us|him|them|you|her] the|a|an|your|our|how|what|why|it|something|everything',
      'to $2',
    ],
    ['=say [me|us|him|them] that?', 'told $2'],
    ["i|we|they [am|are|'m|'re agree|disagree]", '$3'],
    ['he|she|everyone [is agree|disagree]', '$3.s'],
    [
      "<< i|we|they|you [am|are|'re|'m offer|sell|produce|provide|need|want|know|believe|specialize|specialise|deliver|organize|organise|accept|require|recommend|guarantee|apologize|apologise|appreciate|understand|receive] !:NOUN|-|not",
      '$3',
    ],
    [
      '!<:ADJ|what|whatever|how|:ADV it|this|that|which|he|she|*singular [is|was depend|depends|contain|contains|belong|belongs|consist|consists|exist|exists|happen|happens|become|becomes|include|includes] !-|and',
      '$3.s',
    ],
    ['[=be occurred|appeared|disappeared|existed|consisted|belonged|happened] !-', '$2'],
    ['[it exists|exist] *number|a|an|many|several|some|no|different', 'there is / there are'],
    ['=hope [you to *base]', 'you $4'],
    ['[want|wants|wanted that you *base]', '$1 you to $4'],
    ['<< i|we [excuse us|me|ourselves|myself]', 'apologize'],
    ['it [was|is happened]', 'happened'],
    ["do|does|did|don't|please n't? hesitate to [write us]", 'write to us'],
    ['<< there [has|have] a|an|no|some|many|several|*number !been', 'is / are'],
    ['[open|close] the light|lights|lamp|lamps|tv|television|radio|heating !:NOUN', 'turn on / turn off'],
    [
      'can|could|how i [become] a|an|the|my discount|refund|invoice|receipt|answer|copy|voucher|ticket|appointment',
      'get',
    ],
    ['do|if you have [some doubt|doubts]', 'any questions'],
    ['!<*det|*possessive =reply [you|me|him|her|us|them]', 'to $2'],
  ),
  ...rowsOf('verb-form', 'Write “thank you” or “thanks.”', ['!<*det|*possessive [thanks you]', 'thank you']),
  ...rowsOf(
    'verb-form',
    'Use the past perfect after “if”: “If I had known.”',
    ['!<wonder|wondered|wondering|know|ask|asked|see|sure|doubt|as if *subject|*name [would have]', 'had'],
    ['if *subject [would of]', 'had'],
  ),
  ...rowsOf('tense', 'Use “had” for what happened before the other event.', [
    'when|by *subject|*name *past ,? *subject|*name [already !knew|had|was|were|owned|lived|loved|felt|wanted *past|*pureparticiple]',
    'had already $7.participle',
  ]),
  ...rowsOf('tense', 'Use the present tense for the future after “before,” “until” and the like.', [
    'before|until|unless|once *subject [will *base]',
    '$4',
  ]),
  ...rowsOf(
    'tense',
    'Use the present tense after “if” and “when.”',
    [
      '!<know|knows|see|ask|asked|wonder|sure|decide|tell|say|check|question|of|unsure|as|even|what|out|doubt|doubts|wondering|unclear if *subject [will !excuse|forgive|pardon|allow|permit *base]',
      '$4',
    ],
    ['< when *subject [will *base] *word? *word? *word? *word? , <.>', '$4'],
    ['!<*possessive as soon as *subject [will *base]', '$6'],
    ['< if *subject|*plural|*singular [would cancel|arrive|need|lose|forget|break|miss]', '$4'],
    ['< if *subject|*plural|*singular [would *not] cancel|arrive|need|work|come', 'do not / does not'],
  ),
  ...rowsOf(
    'tense',
    'Use the present perfect for something that began in the past and goes on: “I have worked here since May.”',
    [
      "i|we|he|she|they|it [am|are|is|'m|'re *ing] !:NOUN :ADV? here|there|in|at|on|with|this|the|our|as? since|for over|almost|about? *number|several|many *time",
      'have been $3',
    ],
    [
      "i|we|they [am|are|'m|'re *ing] here|there|together|with|for|in|at :PRON|:DET? :NOUN|:PROPN|:ADV? since *year|*month|*weekday|*number|last|yesterday",
      'have been $3',
    ],
    [
      "he|she|it [is|'s *ing] here|there|together|with|for|in|at :PRON|:DET? :NOUN|:PROPN|:ADV? since *year|*month|*weekday|*number|last|yesterday",
      'has been $3',
    ],
    [
      'i|we|they|you [live|work|teach|study|exist] here|there|together|in|at|with|as? :DET|:PRON? :NOUN|:PROPN? since|for over|almost|about? *number|several|many *time|*year',
      'have $2.participle',
    ],
    [
      'he|she|it|school|company|shop|firm|business|bakery|hotel|museum|studio|restaurant|family|team [exists|lives|works|teaches] here|there|together|in|at? since *year|*month|*weekday|*number|last|yesterday',
      'has $2.participle',
    ],
    ["since *year ,? i|we|they [am|are|'m|'re *ing]", 'have been $5'],
    ["since *year ,? he|she|it [is|'s *ing]", 'has been $5'],
    ['!<*have i|we|they [am|are] here since|for *year|*number|many|several years|decades?', 'have been'],
    [
      '!<*have i|we|they|them [am|are] with|in|at *word since|for over|more+than|almost? *year|*number|several|many years|decades?',
      'have been',
    ],
    ['< how long [are you] together|married|working|living', 'have you been'],
    ['[exists|operates] since', 'has $1.participle'],
    [
      'it|*singular|*name|i|we|they [is|am|are since] *weekday|*year|yesterday|last|*month|*number',
      'has been since / have been since',
    ],
    ['we|they|i [are|am] :ADJ|:VERB in|with|at|on :DET? :NOUN|:PROPN since *year', 'have been'],
    [
      'we|they|i [are|am] !closed|open|away|busy|booked :ADJ|:VERB in|with|at|on :DET? :NOUN|:PROPN for over|more+than|almost|about? *number|many|several *time',
      'have been',
    ],
    [
      'many|most|some|all of them|us|our? *plural? [come|live|work|use|buy|know|visit|trust|play|train] here|there|from|with|to|us|it|in? since *year|childhood|their',
      'have $5.participle',
    ],
  ),
  ...rowsOf(
    'tense',
    'Use the simple past with a time that is over.',
    [
      "!<*modal|wish|to [have|has|'ve *past|*pureparticiple] !up|since :NOUN|:PROPN|:DET|:PRON|:ADP|:NUM? :NOUN|:PROPN|:ADJ? :NOUN? yesterday|ago",
      '$2.past',
    ],
    [
      "!<*modal|wish|to [have|has|'ve *past|*pureparticiple] *name|it|him|her|them|us|you|there|here last year|month|week|summer|winter|spring|night",
      '$2.past',
    ],
    [
      "!<*modal|wish|to [have|has|'ve *past|*pureparticiple] :DET|:PRON|:ADP? :ADJ|:NOUN? :NOUN last year|month|week|summer|winter|spring|night|*name",
      '$2.past',
    ],
    [
      "!<*modal|wish|to [have|has|'ve *past|*pureparticiple] *det|*possessive :ADJ|:NOUN? :NOUN in *year",
      '$2.past',
    ],
    [
      "!<*modal|wish|to [have|has|'ve *past|*pureparticiple] *det|*possessive :ADJ|:NUM :ADJ|:NOUN|:PROPN? :ADJ|:NOUN? :NOUN last year|month|week|summer|winter|spring|night|*weekday",
      '$2.past',
    ],
    [
      "last year|month|week|summer|winter|spring|night ,? *subject [have|has|'ve *past|*pureparticiple] !since",
      '$5.past',
    ],
    ['!<far|so in *year ,? *subject [have|has *past|*pureparticiple]', '$5.past'],
    ["!<*modal|wish|to [have|has|'ve *past|*pureparticiple] to|from|in|at *name|:NOUN in *year", '$2.past'],
    [
      "!<*modal|wish|to [have|has|'ve *past|*pureparticiple] to|from|in|at the|a|our|my *singular in *year",
      '$2.past',
    ],
    [
      '< last year|month|week|summer|winter|spring|night ,? the|our|my *singular [floods|closes|opens|comes|goes|runs|breaks|stops|starts|moves|wins|loses|gets|takes|makes|sells|has|is] !:VERB|:AUX|-',
      '$6.past',
    ],
    [
      'on|at|in the beginning ,? i|we|they|he|she [have|has|make|makes|start|starts|work|works|go|goes|sell|sells|have|has|is|are]',
      '$5.past',
    ],
    ['<< yesterday|ago ,? i|we|he|she|they|you [*present|*s]', '$4.past'],
    ['last year|month|week|summer|winter|spring|night ,? i|we|he|she|they|you [*present|*s]', '$5.past'],
  ),
  ...rowsOf(
    'tense',
    'Use the simple form: this verb describes a state.',
    [
      'i|we|you|they|he|she|it|who [=be knowing|wanting|needing|believing|owning|belonging|understanding|preferring|containing|consisting] !of|to? !-',
      '$3.base / $3.s',
    ],
    ["i|we [am|are|'m|'re having] *number|my|our own? :NOUN|:ADJ :NOUN? >|in|with", 'have'],
  ),
];
