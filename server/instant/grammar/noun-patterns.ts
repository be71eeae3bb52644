import { rowsOf } from './grammar-kinds.ts';

/** Nouns without a plural, each with the plural that is often written. */
const uncountable =
  'advices:advice informations:information equipments:equipment furnitures:furniture luggages:luggage baggages:baggage homeworks:homework softwares:software hardwares:hardware feedbacks:feedback knowledges:knowledge evidences:evidence sceneries:scenery traffics:traffic machineries:machinery jewelleries:jewellery jewelries:jewelry moneys:money musics:music behaviours:behaviour weathers:weather leathers:leather electricities:electricity healths:health happinesses:happiness childs:children mans:men womans:women gentlemans:gentlemen foots:feet tooths:teeth mouses:mice sheeps:sheep deers:deer fishs:fish gooses:geese aircrafts:aircraft companys:companies citys:cities countrys:countries familys:families storys:stories babys:babies partys:parties ladys:ladies categorys:categories activitys:activities qualitys:qualities deliverys:deliveries librarys:libraries bakerys:bakeries knifes:knives wifes:wives leafs:leaves shelfs:shelves loafs:loaves halfs:halves thiefs:thieves wolfs:wolves potatos:potatoes tomatos:tomatoes heros:heroes stuffs:stuff clothings:clothing merchandises:merchandise transportations:transportation garbages:garbage underwears:underwear differents:different importants:important inconvenients:inconvenience'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]);
const mass =
  'information|advice|furniture|equipment|luggage|software|feedback|knowledge|evidence|traffic|research|money|time|water|work|help|space|energy|paperwork|noise|effort|experience|sugar|salt|milk|flour|butter|bread|stuff|progress|patience|weather|homework|rain|snow|light|coffee|tea|food|electricity|waste|trouble|fun|luck|care|attention|interest|music|damage|stress|plastic|paper|rice|oil|air|land|wood';

export const nounPatterns = [
  ...uncountable.flatMap(([wrong, right]) =>
    rowsOf('noun-form', 'Use the standard form of the noun.', [`[${wrong}]`, right]),
  ),
  ...rowsOf(
    'noun-form',
    'Use the standard form of the noun.',
    ['our|the|all|friendly|professional|trained|hotel|your [staffs]', 'staff'],
    ['[childrens] =be|=have|:VERB|>', 'children'],
    ['for|of|with [childrens]', 'children'],
    ['a lot of|much|some|more [researches]', 'research'],
    ['lot|lots of [researches|experiences] :ADP|>', '$3.singular'],
    ["!<the|all|indigenous|many|different [peoples] !'|of", 'people'],
    ['the [peoples] in|who|which|that|here|are|living|from|working|like|love', 'people'],
    ['*number|many|several|few [persons]', 'people'],
    ['many|several|two|three|four|five|six|seven|eight|nine|ten|twelve [person] !-|:NOUN', 'people'],
    ['*number [staffs]', 'staff'],
    ['there [is] *number of|*plural|people', 'are'],
    ['kind|best|warm|kindest|warmest [regard] >', 'regards'],
    ['[defect] item|product|part|piece|goods|article', 'defective'],
  ),
  ...rowsOf(
    'quantity',
    'Leave out “a” or “an,” or write “some”: this noun can’t be counted.',
    [
      `[a|an] information|advice|furniture|equipment|luggage|homework|feedback|accommodation|traffic|insurance|research|training|transport|merchandise|evidence|clothing|software|hardware|machinery|stationery|wildlife|pollution|violence|progress|electricity !:NOUN|-`,
      'some',
    ],
    [
      `[a|an] good|nice|new|great|useful|important|beautiful|bad|professional information|advice|furniture|equipment|luggage|software|homework|feedback|weather|progress|accommodation|traffic|news !:NOUN|-`,
      'some',
    ],
    [
      'two|three|four|five|six|many|several|few|these|those [information|advice|furniture|equipment|luggage|feedback|homework|research]',
      '',
    ],
  ),
  ...rowsOf(
    'quantity',
    '“Fewer” goes with things that can be counted, “less” with things that can’t.',
    ['[less] *plural !than|-', 'fewer'],
    ['[less] people|children|men|women|mice', 'fewer'],
    ['[less] :ADJ *plural !-', 'fewer'],
    [
      '<< [less] than two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty people|*plural !*time',
      'fewer',
    ],
    [`[fewer] ${mass} !:NOUN|-`, 'less'],
    ['much|even|far [less] *plural', 'fewer'],
    ['*not =have|=need|=want|=see|=know|=get|=sell|=charge|=use|=accept [no] *singular|*plural', 'any'],
    ["is|are|was|were n't [no] *singular|*plural", 'any'],
    ['*base|*past|*s|=be|with|in|for [less] people|bags|*plural than', 'fewer'],
  ),
  ...rowsOf(
    'quantity',
    '“Many” goes with things that can be counted, “much” with things that can’t.',
    ['[much] *plural !than|-|:ADJ', 'many'],
    ['[much] people|children|men|women', 'many'],
    ['[much] :ADJ *plural', 'many'],
    ['[much] of? different|various|other|more? people|*plural', 'many'],
    [`[many] ${mass} !:NOUN|-`, 'much'],
    ['[much] reasons|ways|things|times|options|problems|questions', 'many'],
  ),
  ...rowsOf(
    'quantity',
    '“Number” goes with things that can be counted, “amount” with things that can’t.',
    ['[amount|amounts] of *plural', 'number'],
    ['[amount] of people|children', 'number'],
    ['[amount] of :ADJ *plural', 'number'],
  ),
  ...rowsOf(
    'quantity',
    '“A little” goes with things that can’t be counted, “a few” with things that can.',
    ['a [little] *plural', 'few'],
    [`a [few] ${mass} !:NOUN|-`, 'little'],
  ),
  ...rowsOf(
    'agreement',
    'Use the plural after this word.',
    [`many|several|various|numerous [*counted] !:NOUN|-|:ADJ|:PROPN`, '$2.plural'],
    [`lot of [*counted] !:NOUN|-|:ADJ|:PROPN`, '$3.plural'],
    [
      `!<where|when|if two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|few !-ing [*counted] !:NOUN|:PROPN|:NUM|-|:ADJ|'s`,
      '$2.plural',
    ],
    [
      "all|both our|the|my|your|his|her|their|these|of? [customer|employee|client|product|guest|visitor|room|student|member|worker|order|price|service|toy|cup|item] !:NOUN|-|'s",
      '$3.plural',
    ],
    [
      "one of|some the|our|my|your|his|her|their|its|these :ADJ? [*singular] !:NOUN|-|of|:ADJ|:PROPN|'s",
      '$5.plural',
    ],
    ["one of the most|best :ADJ? [*singular] !:NOUN|-|of|:ADJ|:PROPN|'s", '$6.plural'],
    [
      'two|three|four|five|six|seven|eight|nine|ten !person|star|course|day|week|hour|page|door|part|wheel|way|bedroom|minute|year|month|storey|story :NOUN [level|option|mode|setting|color|colour|size|question|speed|function|button|language|platform|plan|room|employee|worker|client|member|program|feature|type|store|shop|branch|city] >|and|,|with|for|in|that|of',
      '$3.plural',
    ],
    [
      '!<:NOUN|:PROPN|page|no.|number|top|size|level|version !*year *number !crew|cast|youth|folk|cattle|livestock|offspring|karat|carat|square|cubic [*counted] who|from|that|already|are|have|worldwide|trust',
      '$2.plural',
    ],
    [
      'for|by [student|customer|child|beginner|teacher|adult|user|traveler|traveller|freelancer|tourist] and|or *plural !:NOUN',
      '$2.plural',
    ],
    ['these|those [kind|type|sort] of', '$2.plural'],
    ['*number|many|several|various|all [kind|type|sort] of', '$2.plural'],
    ['[another] *plural !:NOUN|-', 'other'],
    ['[others] people|*plural', 'other'],
    [
      '[news] products|ideas|customers|clients|things|models|features|recipes|colors|colours|projects|people',
      'new',
    ],
    ['any [question|problem|doubt|suggestion] >', '$2.plural'],
  ),
  ...rowsOf(
    'agreement',
    '“This” and “that” go with one thing, “these” and “those” with several.',
    ['[this] *plural !:NOUN|:PROPN', 'these'],
    ['[this] people|children|men|women|shoes', 'these'],
    ['[these|those] *singular !:NOUN|:ADJ|-|:PROPN|:NUM|kind|type|sort', 'this $2 / these'],
    ['[this] are', 'these'],
    ['[these] is', 'this'],
    ["[a|an] *plural !:NOUN|-|of|:PROPN|:ADJ|'s|'", ''],
    ['every|each [*plural] !:NOUN|-', '$2.singular'],
  ),
];
