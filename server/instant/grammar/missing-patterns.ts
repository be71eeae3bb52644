import { rowsOf } from './grammar-kinds.ts';

const vowelJobs = 'engineer|architect|artist|accountant|actor|editor|artisan|electrician|author';
const jobs =
  'teacher|doctor|nurse|lawyer|baker|designer|manager|student|writer|photographer|chef|cook|carpenter|plumber|farmer|waiter|pilot|consultant|developer|musician|painter|dentist|director|secretary|gardener|driver|member|journalist|potter|therapist';
const plainAdjectives =
  'small|big|new|old|good|great|nice|quiet|beautiful|perfect|large|little|long|short|family|young|strong|simple|local|soft|unique|modern|cozy|cosy|full|certified|professional|friendly';
const countedNouns =
  'shop|team|firm|place|house|garden|room|hotel|town|city|village|street|choice|way|gift|family|garage|idea|person|man|woman|cloth|table|chair|solution|product|bag|car|bike|bicycle|studio|restaurant|café|cafe|test|store|school|question|ticket|job|garden|kitchen';

export const missingPatterns = [
  ...rowsOf(
    'small-word',
    'Add “a” or “an” before the name of a job.',
    [`=be|'m|'re|works|worked|work as? not? [${vowelJobs}] !:NOUN|-|and|or|at|of|in`, 'an $4'],
    [`i|he|she|who *be|'m|'s not? [${jobs}] !:NOUN|-|and|or|at|of|in`, 'a $4'],
    [`works|worked|work|working as [${jobs}] !:NOUN|-|and|or|at|of|in`, 'a $3'],
    [`!<public|*det|:ADJ works|worked|work|working [${jobs}] !:NOUN|-`, 'as a $2'],
  ),
  ...rowsOf(
    'small-word',
    'Add “a,” “an” or “the.”',
    [
      `!<very|so|too|as|how|*det|:ADJ|,|and|-|:NUM|:NOUN =be|'m|'re|=have|=need|=want|=make|=buy|=rent|=get|had|with|in|for not? [${plainAdjectives}] ${countedNouns} !:NOUN|-|and|'s|names|to`,
      'a $3',
    ],
    [
      `we|they are|'re [family|small|young|friendly|local] business|company|team|firm|shop !:NOUN|*plural`,
      'a $3',
    ],
    [
      `=need|=want|=rent|=buy|=find|=get|=make|=have [bicycle|bike|car|job|ticket|question|test|table|reservation|appointment|account|garden|house|possibility|chance] !:NOUN|-|and|or|*ing|'s`,
      'a $2',
    ],
    [
      `=have|had|has [small|big|nice|great|good|beautiful] shop|house|garden|view|team|room|store|studio`,
      'a $2',
    ],
    ['more|less|about|over|of|than [hundred|thousand|million|dozen] !-', 'a $2'],
    ['if|when|because you|they|we have [dog|cat|pet|baby|child|garden|allergy|car] >|and|,|at|in', 'a $4'],
    ['after|for|during [long] day|week|time|walk|journey|flight|trip !:NOUN|and|,', 'a long'],
    ['!<the|a|an|this|that|whole|quite|awful|parking|odd|each|every|first|:NUM|:NOUN|:ADJ [lot] of', 'a lot'],
    [
      '!<a|the|every|this|these|next|last|first|happy|young|old|married|another|each|:ADJ|*number|:NOUN [couple] of',
      'a couple',
    ],
    [
      "!<the|a|an|*det|:NUM|:ADJ|at|first|second|,|and|to|-|most|for|:NOUN it is|was|'s [most|best|biggest|largest|oldest|smallest|cheapest] !to|if|that|when|not|left|done|known|seen|kept|served|practice|practise|avoided *singular !of|-",
      'the $3',
    ],
    [
      "this|that|it is|was|'s [best|first|second|third|biggest|largest|oldest|cheapest|fastest|easiest|only] way|time|thing|option|shop|day|step|reason",
      'the $3',
    ],
    [
      '<< this|that|it|here is|was [best|worst|biggest|largest|oldest|nicest|cheapest|fastest] !practice|practise|value|man|left|case|done|seen|kept|known|served|price *singular !-|:NOUN|of|and|:PROPN',
      'the $3',
    ],
    ['before|until|till|by|after [end] of !day|business', 'the end'],
    ['at [end] of the|my|our|this|month|year|week|day', 'the end'],
    ['=look|=search for [assistant|apartment] >|for|in|to|who|near|with|that', 'an $3'],
    [
      '=look|=search for [coordinator|manager|cook|chef|waiter|waitress|driver|teacher|designer|developer|supplier|partner|distributor|photographer|receptionist|flat|house|job|hotel|restaurant|solution|gift|present] >|for|in|to|who|near|with|that',
      'a $3',
    ],
    ['[an other] !-', 'another'],
    [
      'have|has|had|with|give|get|take|such [good|great|nice|long|big|small|short|quick|bad|beautiful|wonderful] day|trip|holiday|weekend|idea|opportunity|choice|break|job|view|reputation|impression|location !:NOUN|-|,|and',
      'a $2',
    ],
    ['end of [month|year|week] >|because|and|but|when|if|so|we|i|they', 'the $3'],
    ['!<the|that|this one|some [most|best|biggest|largest|oldest] !-|like', 'of the $2'],
    ['one [the] :ADJ? *plural|founders !will|are|is|have|we|you|i|they|can|love', 'of the'],
    ['[to same] time|place|level', 'at the same'],
  ),
  ...rowsOf(
    'small-word',
    'Leave out the article.',
    ['< [the] life|nature|happiness is', ''],
    ['that|because [a] *ing is|can|needs', ''],
    ['[a] good|bad|nice weather|news|advice|information|progress|luck|health !:NOUN', ''],
    ['at [the] night|home !:NOUN|of|before|when|was|is|*subject', ''],
    ['=go|=come|=travel|=arrive by [the] bus|train|car !:NOUN|of', ''],
    ['in [the] *year !:NOUN', ''],
    ["< [the last] week|month|year|weekend|summer|winter|spring|*weekday ,? our|my|your !'s", 'last'],
    ['except [the] *weekday >', ''],
    ['at [the noon|midnight] !:NOUN', '$3'],
    ['[the] my|your|his|her|its|our|their own?', ''],
    ['[a|an] my|your|his|our|their', ''],
    ['[the both] *plural', 'both'],
    [
      '!<=make|=get|=take|=have|=see|=spend|=use|=learn|=offer [the most of] the|our|my|your|their|them|us|people',
      'most of',
    ],
    [
      '< [the most] customers|clients|people|guests|visitors|students|users|companies|shops|hotels are|have|take|come|want|need|like|use|buy|know|work|live|prefer|think|say',
      'most',
    ],
  ),
  ...rowsOf(
    'small-word',
    'Use “an” before a vowel sound, and “a” before a consonant sound.',
    ['[an] unique|university|european|used|uniform|useful|usual|one|user|unit|union|universal|euro', 'a'],
    ['[a] honest|hour|heir|honor|honour|hourly', 'an'],
  ),
  ...rowsOf(
    'missing-word',
    'Add the missing “is,” “are” or “have.”',
    ['<< i [*ing] !*be', 'am $2'],
    ['<< i [going|looking|working|writing|waiting|trying|living|coming]', 'am $2'],
    ['<< he|she|it [going|looking|working|waiting|trying|living|coming|doing|running]', 'is $2'],
    [
      '<< we|they|you [going|looking|working|waiting|trying|living|coming|doing|running|offering|selling|planning|making]',
      'are $2',
    ],
    ['<< i|we|they|you|shop|company [been]', 'have been'],
    ['<< it|he|she|shop|museum|company|hotel|restaurant|office|café|store|bar [been]', 'has been'],
    [
      '<.> !<=keep|=leave|=have|=find|=want|=hold|with the|our museum|shop|office|store|café|cafe|restaurant|library|bar [open|closed] every|from|on|until|daily|at',
      'is $3',
    ],
    ['<< i|you|we|they|he|she [not] *base|need|want', "don't / doesn't"],
    ['<< !<and there [a|an|many|some|several|no|lot|lots|two|three|plenty]', 'is $2 / are $2'],
    [
      '< [is] very|a|an|not|so|also|easy|possible|impossible|necessary|important|good|nice|great|better|best|difficult|hard|clear|true|recommended|forbidden|enough|because <.>',
      'it is',
    ],
    ['because|so|when|if [is] very|a|easy|possible|important|good|nice|so|not|too|cold|warm', 'it is'],
    ['< [was] very|a|great|nice|so|really|good|not <.>', 'it was'],
    ['if|whether [have|has|is] any|a|some|possible', 'it has / there is'],
  ),
  ...rowsOf(
    'missing-word',
    'Add the missing preposition or “to.”',
    ['look|looks|looking|looked forward [*ing|your|our|meeting]', 'to $3'],
    ['=listen [the|music|our|your|this|me|him|her|us|them|it]', 'to $2'],
    ['!<*det|*possessive =wait [the|my|our|your|him|her|us|them|you|me] !*time|day|night', 'for $2'],
    ['=depend|=rely [the|your|our|how|what|it|his|her]', 'on $2'],
    ['!<to =belong [the|us|me|them|him|her|our]', 'to $2'],
    ['=apologize|=apologise [the|our|this|any]', 'for $2'],
    ['=search|=look [a|an|new] job|place|house|room|way|solution', 'for $2'],
    ['thank you [your|the|visiting|reading|choosing|coming|everything]', 'for $3'],
    ['thanks [your|visiting|reading|choosing|coming|everything]', 'for $2'],
    ['according [the|our|your|this|his|her|a]', 'to $2'],
    ["=be|'m|'re interested [learning|buying|working|selling|hearing|joining|your|our]", 'in $3'],
    ["=be|'m|'re proud|afraid|aware|capable [our|your|the|this|these|a|an]", 'of $3'],
    [
      'would like [order|buy|know|invite|see|ask|thank|book|say|have|go|come|visit|make|get|offer|inform|rent|try]',
      'to $3',
    ],
    [
      "i|we|you 'd like [order|buy|know|invite|see|ask|thank|book|say|go|come|visit|make|get|offer|inform|rent]",
      'to $4',
    ],
    ['all [what]', 'that'],
    ['=fill [the|this|our|your] online? form|questionnaire|application|survey', 'in $2'],
    ['=ask [a|the|your|our] refund|discount|help|invoice|receipt|copy|extension|quote !:NOUN|-', 'for $2'],
    ['=ask [help|information] !:NOUN|-', 'for $2'],
    ['=be close|next [the|our|your] !entire|whole', 'to $3'],
  ),
  ...rowsOf(
    'missing-word',
    'Add the missing word.',
    ['please|and|to|can|could|will|must|should [let know] !how|what|that', 'let us know / let me know'],
    ['if|when you|they|we|i [any] *singular|*plural', 'have any'],
  ),
  ...rowsOf(
    'missing-word',
    'Use the plural, or add “a.”',
    ['if you|they|we have [question|problem|idea|suggestion|doubt] >', 'a $4 / $4.plural'],
    ['have|has [question|problem] >|about|with|,', 'a $2 / $2.plural'],
    [
      '*number [year|month|week|day|hour|minute|second|kilo|kilometer|mile|dollar|euro|kilometre] >|or|to|every|each|with|for|ago|later|before|after|in|and|from|away|of|experience',
      '$2.plural',
    ],
  ),
];
