import { rowsOf } from './grammar-kinds.ts';

const subjects = 'i|we|they|you|he|she|it';

export const orderPatterns = [
  ...rowsOf(
    'word-order',
    'In a question inside a sentence, put the subject before the verb: “where the station is.”',
    [
      'know|knows|tell|wonder|explain|understand|remember|asked|ask|sure me|us|you|him|her|them? [where|when|how is|are|was|were *det|*possessive :ADJ? :NOUN]',
      '',
    ],
    [
      'know|knows|tell|wonder|explain|understand|remember|asked|ask|sure me|us|you|him|her|them? [where|when|how|what|why do|does|did|is|are|can|was|were i|you|he|she|it|we|they]',
      '',
    ],
    [
      'know|knows|tell|wonder|explain|understand|remember|asked|ask|care|matter me|us|you|him|her|them? [how much|many|long|often|far|old|big|good is|are|does|do|did|was|costs|cost it|the|that|this|they|you]',
      '',
    ],
    [
      'know|knows|tell|wonder|explain|understand|remember|asked|ask me|us|you|him|her|them? [what|which time|day|size|color|colour do|does|did|is the|it|you|they|we]',
      '',
    ],
  ),
  ...rowsOf(
    'word-order',
    'Form the question with “do” or “does.”',
    [
      '< how|when|where|why long|much|often|far|soon? [takes|costs|works|lasts|arrives|starts|begins|opens|closes|comes|goes|ships|ends the|my|your|this|our *singular]',
      'does $4 $5 $3.base',
    ],
    ['< what [means this|that|it|the *singular?] >', 'does $3 $4 $2.base'],
    ['< [how|where|why *subject can|could|should|must|may|will] *base <?>', '$1 $3 $2'],
    ['< [what|which *singular|*plural? *subject can|could|should|must|may|will] *base <?>', '$1 $2 $4 $3'],
    ['< [how|where|why|what i|you|we|they *base] !:AUX|is|are|was|, <?>', '$1 do $2 $3'],
    ['< [how|where|why he|she|it *s] !:AUX|is|are|was|, <?>', '$1 does $2 $3.base'],
  ),
  ...rowsOf(
    'word-order',
    'Put this adverb before the verb, or after “be,” “have” and “can.”',
    ['*not [anymore] sell|make|have|use|do|work|live|exist|offer|need', ''],
    [
      'we|i|they|you [need|offer|sell|have|make|use|want|provide|produce|deliver|recommend|accept also] the|a|an|your|our|some|*plural|*singular',
      'also $2',
    ],
    [
      '=be|not [enough big|large|good|strong|old|fast|warm|long|high|clear|cheap|quick|close|small|clean|hot] to|for|>',
      '$3 enough',
    ],
    ['<< [never|always|rarely i|we|they|you|he|she *have|*be]', '$2 $3 $1'],
    [`<< [always|never|rarely|already i|we|they|you|he|she *base|*s|*past]`, ''],
    [
      `<< ${subjects} [go|goes|open|opens|eat|eats|drink|drinks|make|makes|bake|bakes|sell|sells|buy|buys|come|comes|use|uses|write|writes|visit|visits|work|works|close|closes|play|plays|get|gets always|never|usually]`,
      '$3 $2',
    ],
    [`${subjects} [always|never|often have|has] *pureparticiple|*past !*det`, '$3 $2'],
    [`<< ${subjects} [always|never|often am|is|are|can|will] *word`, '$3 $2'],
  ),
  ...rowsOf(
    'word-order',
    'Put the object right after the verb: “likes tea very much.”',
    [
      '=like|=love|=enjoy|=know|=speak|=play|=understand [very much|well|often :DET? :ADJ? :NOUN|:PROPN|english|french|german|spanish]',
      '$4 $5 $6 $2 $3',
    ],
    [
      '=speak|=know|=play|=understand [very? well|good|fluently|perfectly english|french|german|spanish|italian|*name] !:NOUN',
      '$4 $2 $3',
    ],
    [
      '=explain|=describe|=introduce|=present|=announce|=deliver [us|me|you|them|him|her the|our|your|his|their|a :ADJ? !day|week|month|time|morning|year :NOUN]',
      '$3 $4 $5 to $2',
    ],
  ),
  ...rowsOf('word-order', 'English puts the adjective before the noun.', [
    'a|an|=sell|=buy|=have|=need|only [shoe|shoes|car|bag|bags|house|bike|chair|chairs|table|shirt|shirts|dress|bread|cake red|blue|green|black|white|big|small|leather|wooden|cotton|wool|plastic] >',
    '$3 $2',
  ]),
  ...rowsOf(
    'word-order',
    'Move this part: English keeps the parts of the verb together.',
    [
      '=have never|ever|already|just|always before? such|a|the|this|so [:ADJ? :ADJ :NOUN *past|*pureparticiple] >',
      '',
    ],
    ['[have|has already since|for] *number|a|many|two|three', ''],
    ['[is|are still|already it|they|he|she]', '$3 $1 $2'],
  ),
  ...rowsOf('comparison', 'Before an adjective, write “too” without “much.”', [
    '[too much] expensive|big|small|late|long|heavy|difficult|easy|far|loud|cold|hot|slow|high|old|complicated|important|busy|short|tired !:NOUN',
    'too',
  ]),
  ...rowsOf('word-order', 'Put “please” before the verb without “to.”', ['!<to please [to] *base', '']),
  ...rowsOf('pronoun', 'Write “all that” or “everything.”', ['[all what]', 'all that / everything']),
];
