import { rowsOf } from './grammar-kinds.ts';

/** Wrong plurals with their corrections: of nouns without a plural (“advices”), and misformed ones (“childs”, “citys”). */
const uncountable =
  'advices:advice informations:information equipments:equipment furnitures:furniture luggages:luggage baggages:baggage homeworks:homework softwares:software hardwares:hardware feedbacks:feedback knowledges:knowledge evidences:evidence sceneries:scenery traffics:traffic machineries:machinery jewelleries:jewellery jewelries:jewelry musics:music behaviours:behaviour weathers:weather electricities:electricity healths:health happinesses:happiness childs:children mans:men womans:women gentlemans:gentlemen foots:feet tooths:teeth mouses:mice sheeps:sheep deers:deer fishs:fish gooses:geese aircrafts:aircraft companys:companies citys:cities countrys:countries familys:families storys:stories babys:babies partys:parties ladys:ladies categorys:categories activitys:activities qualitys:qualities deliverys:deliveries librarys:libraries bakerys:bakeries knifes:knives wifes:wives leafs:leaves shelfs:shelves loafs:loaves halfs:halves thiefs:thieves wolfs:wolves potatos:potatoes tomatos:tomatoes heros:heroes stuffs:stuff clothings:clothing merchandises:merchandise transportations:transportation garbages:garbage underwears:underwear differents:different importants:important inconvenients:inconvenience'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]);
/** Wrong plurals with the same letters as a verb or a name. */
const verbsToo = new Set(['evidences', 'foots', 'weathers', 'mans', 'leafs']);
const mass =
  'information|advice|furniture|equipment|luggage|software|feedback|knowledge|evidence|traffic|research|money|time|water|work|help|space|energy|paperwork|noise|effort|experience|sugar|salt|milk|flour|butter|bread|stuff|progress|patience|weather|homework|rain|snow|light|coffee|tea|food|electricity|waste|trouble|fun|luck|care|attention|interest|music|damage|stress|plastic|paper|rice|oil|air|land|wood';

export const nounPatterns = [
  ...uncountable.flatMap(([wrong, right]) =>
    rowsOf('noun-form', 'Use the standard form of the noun.', [
      // “the company foots the bill” and “the wood weathers” have verbs
      `${verbsToo.has(wrong) ? '!<he|she|it|*singular|:PROPN ' : ''}[${wrong}]`,
      right,
    ]),
  ),
  ...rowsOf(
    'noun-form',
    'Use the standard form of the noun.',
    ['our|the|all|friendly|professional|trained|hotel|your [staffs] !of', 'staff'],
    ['[childrens] =be|=have|:VERB|>', 'children'],
    ['for|of|with [childrens]', 'children'],
    ['a lot of|much|some|more [researches]', 'research'],
    ['lot|lots of [researches] :ADP|>', '$3.singular'],
    ["!<the|all|indigenous|many|different|native|:ADJ [peoples] !'|of", 'people'],
    ['the [peoples] in|who|which|that|here|are|living|from|working|like|love', 'people'],
    ['many|several|few [persons]', 'people'],
    ['many|several|two|three|four|five|six|seven|eight|nine|ten|twelve [person] !-|:NOUN', 'people'],
    ['*number [staffs]', 'staff'],
    ['there [is] *number of|*plural|people', 'are'],
    ['kind|best|kindest|warmest [regard] >', 'regards'],
    ['[defect] item|product|part|piece|goods|article', 'defective'],
  ),
  ...rowsOf(
    'quantity',
    'Leave out “a” or “an,” or write “some”: this noun can’t be counted.',
    [
      `[a|an] information|advice|furniture|equipment|luggage|homework|feedback|accommodation|traffic|insurance|research|training|transport|merchandise|evidence|clothing|software|hardware|machinery|stationery|wildlife|pollution|violence|progress|electricity !:NOUN|-|and|or`,
      'some',
    ],
    [
      `[a|an] good|nice|new|great|useful|important|beautiful|bad|professional information|advice|furniture|equipment|luggage|software|homework|feedback|weather|progress|accommodation|traffic|news !:NOUN|-`,
      'some',
    ],
    [
      'two|three|four|five|six|many|several|few|these|those [information|advice|furniture|equipment|luggage|feedback|homework|research] !:NOUN|*plural|-',
      '',
    ],
  ),
  ...rowsOf(
    'quantity',
    '“Fewer” goes with things that can be counted, “less” with things that can’t.',
    ['!<much|even|:NOUN [less] *plural !than|-', 'fewer'],
    ['[less] people|children|men|women|mice !-', 'fewer'],
    [
      '<< [less] than two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty !*time|inches|feet|miles|dollars|percent|pounds people|*plural',
      'fewer',
    ],
    [`[fewer] ${mass} !:NOUN|-|and|or`, 'less'],
    ['much|even|far [less] *plural', 'fewer'],
    ['*not =have|=need|=want|=see|=know|=get|=sell|=charge|=use|=accept [no] *singular|*plural', 'any'],
    ["is|are|was|were n't [no] *singular|*plural", 'any'],
    ['*base|*past|*s|=be|with|in|for [less] people|bags|*plural than', 'fewer'],
  ),
  ...rowsOf(
    'quantity',
    '“Many” goes with things that can be counted, “much” with things that can’t.',
    ['!<how [much] *plural !than|-|:ADJ', 'many'],
    ['!<how [much] people|children|men|women', 'many'],
    ['!<how [much] !less|more|better|worse|-er :ADJ *plural', 'many'],
    ['!<how [much] of? different|various|other|more? people|*plural', 'many'],
    [`:VERB|:AUX|*prep|so|too|how [many] ${mass} !:NOUN|-`, 'much'],
    ['!<how [much] reasons|ways|things|times|options|problems|questions', 'many'],
  ),
  ...rowsOf(
    'quantity',
    '“Number” goes with things that can be counted, “amount” with things that can’t.',
    [
      '[amount|amounts] of !damages|sales|funds|taxes|fees|goods|proceeds|savings|earnings|wages|costs *plural !:NOUN',
      'number',
    ],
    ['[amount] of people|children', 'number'],
    [
      '[amount] of :ADJ !damages|sales|funds|taxes|fees|goods|proceeds|savings|earnings|wages|costs *plural !:NOUN',
      'number',
    ],
  ),
  ...rowsOf(
    'quantity',
    '“A little” goes with things that can’t be counted, “a few” with things that can.',
    ['a [little] *plural !:NOUN|-', 'few'],
    [`a [few] ${mass} !:NOUN|-|on|at|from|their|the`, 'little'],
  ),
  ...rowsOf(
    'agreement',
    'Use the plural after this word.',
    [`many|several|various|numerous !${mass} [*counted] !:NOUN|-|:ADJ|:PROPN|to`, '$2.plural'],
    [`lot of !${mass} [*counted] !:NOUN|-|:ADJ|:PROPN`, '$3.plural'],
    [
      `!<where|when|if|number|size|top|level two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|few !-ing !${mass} [*counted] !:NOUN|:PROPN|:NUM|-|:ADJ|'s`,
      '$2.plural',
    ],
    [
      "all|both our|the|my|your|his|her|their|these|of? [customer|employee|client|product|guest|visitor|student|member|worker|order|price|toy|cup|item] !:NOUN|-|'s",
      '$3.plural',
    ],
    [
      "one of|some the|our|my|your|his|her|their|its|these :ADJ? !family|team|group|crew|cast|board|few|two|most|best [*singular] !:NOUN|-|of|:ADJ|:PROPN|'s|and|or",
      '$5.plural',
    ],
    ["one of the most|best :ADJ? [*singular] !:NOUN|-|of|:ADJ|:PROPN|'s|and|or", '$6.plural'],
    [
      'two|three|four|five|six|seven|eight|nine|ten !person|star|course|day|week|hour|page|door|part|wheel|way|bedroom|minute|year|month|storey|story :NOUN [level|option|mode|setting|color|colour|size|question|speed|function|button|language|platform|plan|room|employee|worker|client|member|program|feature|type|store|shop|branch|city] >|and|,|with|for|in|that|of',
      '$3.plural',
    ],
    [
      '!<:NOUN|:PROPN|page|no.|number|top|size|level|version !*year *number !crew|cast|youth|folk|cattle|livestock|offspring|karat|carat|square|cubic [*counted] who|from|that|already|are|have|worldwide|trust',
      '$2.plural',
    ],
    [
      'for|by [student|customer|child|beginner|teacher|adult|user|traveler|traveller|freelancer|tourist] and *plural !:NOUN',
      '$2.plural',
    ],
    ['these|those [kind|type|sort] of', '$2.plural'],
    ['*number|many|several|various [kind|type|sort] of', '$2.plural'],
    ['[another] *plural !:NOUN|-|and', 'other'],
    ['!<, [others] people|*plural', 'other'],
    ['[news] products|ideas|customers|clients|things|recipes|colors|colours|people', 'new'],
    ['any [question|problem|suggestion] >', '$2.plural'],
  ),
  ...rowsOf(
    'agreement',
    '“This” and “that” go with one thing, “these” and “those” with several.',
    ["[this] *plural !:NOUN|:PROPN|-|'s", 'these'],
    ["[this] people|children|men|women|shoes !-|'s", 'these'],
    ['[these|those] *singular !:NOUN|:ADJ|-|:PROPN|:NUM|kind|type|sort', 'this $2 / these'],
    ['!<:ADP|as|than|do|doing [this] are', 'these'],
    ['!<of|:ADP [these] is', 'this'],
    ["[a|an] *plural !:NOUN|-|of|:PROPN|:ADJ|'s|'|and", ''],
    ['every|each [*plural] !:NOUN|-', '$2.singular'],
  ),
];
