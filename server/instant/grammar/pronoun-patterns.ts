import { rowsOf } from './grammar-kinds.ts';

const people =
  'woman|man|people|person|colleague|friend|customer|customers|guest|guests|student|students|client|clients|baker|teacher|father|mother|brother|sister|grandmother|grandfather|son|daughter|wife|husband|children|women|men|girl|boy|everyone|everybody|someone|somebody|anyone|doctor|artist|artists|employee|employees|neighbor|neighbour|neighbors|neighbours|members|member|visitors|visitor|driver|owner|owners|founder|founders';

export const pronounPatterns = [
  ...rowsOf(
    'pronoun',
    'Use “who” for people.',
    [`!<group|number|of|:NUM ${people} ,? [which] :VERB|:AUX|:ADV|*subject`, 'who'],
    [`everything|something|anything|nothing [who|what] *subject|:VERB|:AUX`, 'that'],
    [
      'plants|things|products|shops|companies|toys|books|tools|places|apps|cottages|rooms|houses|hotels|parts|machines|cars|bikes|cakes|dishes|recipes|courses|programs|services|texts|emails|letters|flowers|trees|materials|colors|colours|websites|orders|parcels|packages|items|events|projects|ideas|problems|questions|answers|cities|towns|villages|countries|factories|stores|restaurants|pieces|chairs|tables|lamps|shoes|clothes|bags|phones|devices|systems|solutions|models [who] *base|:AUX|:VERB|*subject',
      'that',
    ],
    [
      'valley|village|town|house|place|region|hotel|room|street|beach|garden|lake|product|machine|tool|app|website|book|bag|lamp|car|device|service|material|food|dish|cottage|parcel|package|order|text|email|recipe|course|program|programme|problem|question|idea|event|building|table|chair|bike|phone|tree|plant|letter [who] few|many|most|*be|*have|*modal|:VERB',
      'that',
    ],
  ),
  ...rowsOf(
    'pronoun',
    'Use “who” for the person who acts, and “whom” for the person acted on.',
    ['<< [whom] :AUX|:VERB !*subject|the|a|you <.>', 'who'],
    ['<< [whom] wants|likes|needs|knows|comes|makes|runs|works', 'who'],
    [
      `${people} ,? [whom] :VERB|is|was|has|will|can|wins|runs|makes|works|won|ran|made|works|wrote|came|lives`,
      'who',
    ],
    // `!*be`: “a note for who we are” is right
    ['with|to|for|from|by [who] *subject !*be', 'whom'],
    ['with|to|for|from|by [who] the|:AUX|my|our|this|*name', 'whom'],
    ['< to|with|for|from [who]', 'whom'],
    ['man|woman|person|people|friend|colleague with|to|for|from [who]', 'whom'],
  ),
  ...rowsOf(
    'pronoun',
    'After a preposition or as an object, use “me,” “him” and “them”; as a subject, “I,” “he” and “they.”',
    ['between *word and [i|he|she|they|we]', ''],
    ["for|with|to|from|at|by|of you|him|her|them|*name and [i] !'m|am|*have|*modal|*base|*past", 'me'],
    ['<< [me|him|her and i|me|he|she|my|him|her] *base|*past|*s|*be|*have', ''],
    ['<< my|our *singular and [me] *have|*be|*past|*base', 'I'],
    ['< [him|them] is|are|was|were|has|have|went|came', 'he / they'],
    ['<< [me] and :PRON|:DET|*name :NOUN? *base|*past|*be|*have|*s', 'I'],
    ['=give|=tell|=show|=send [he|she|they|we|i] the|a|an|my|our|your|his|her|their|to|about', ''],
  ),
  ...rowsOf(
    'pronoun',
    'Use “their,” “your” or “its” to show what belongs to someone.',
    ['=finish|=finished|=like|=love|=sell|=bring|=change [they] :NOUN', 'their'],
    [
      'for|of|with|on|from|in|to [you] patience|order|help|support|time|interest|business|team|phone|region|home|garden|family|friends|house|car|own',
      'your',
    ],
    [
      '=receive|=get|=bring|=send|=use|=choose|=enjoy|=improve|=grow|=find|=share|=take [you] own|order|phone|friends|family|business|website|text|house|questions|ideas',
      'your',
    ],
    ['the|this company|team|shop|brand and|of|with [they] *plural', 'their'],
    ['[theirselves|themself]', 'themselves'],
    ['[hisself]', 'himself'],
    ['[ourself]', 'ourselves'],
  ),
];
