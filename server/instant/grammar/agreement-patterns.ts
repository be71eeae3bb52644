import { rowsOf } from './grammar-kinds.ts';

const singularPronoun = 'he|she|it';
const everyone = 'everyone|everybody|someone|somebody|anyone|anybody|nobody|everything|something|nothing';
/** Verbs and prepositions that a base form may follow: “make it work”, “does he go”. */
const noAgreement =
  '!<*modal|do|does|did|=make|=let|=help|=see|=watch|=hear|=have|that|if|of|to|for|with|as|than|lest|nor|should|and|or|&';

export const agreementPatterns = [
  ...rowsOf(
    'agreement',
    'Make the verb match its subject: “he goes,” but “they go.”',
    [
      `<< ${noAgreement} ${singularPronoun} :ADV? [have|do|are|were|go|make|want|need|say|come|take|give|live|work|like|look|know|get|mean|start|weigh|offer|help|contain|include|depend|allow|seem|sell|run|keep|feel] !:VERB|not -?`,
      '$3.one',
    ],
    [
      `<< and|because|but|so|when|while|if|since|although|as|where|until ${singularPronoun} :ADV? [have|do|are|go|make|want|need|say|come|take|give|live|work|like|know|get|depend|seem|sell|run|offer|help|contain|include|weigh] !*base|not`,
      '$4.one',
    ],
    [`<< ${noAgreement} ${singularPronoun} :ADV? [*present] !:VERB|*be|not`, '$3.one'],
    [`<< he|she|it [do] n't|not`, 'does'],
    ['<< i|you|we|they :ADV? [has|does|is]', '$3.many'],
    ["<< i|you|we|they [doesn't]", "don't"],
    ['<< you|we|they :ADV? [was]', 'were'],
    ['<< you|we|they :ADV? [is]', 'are'],
    ['<< we|they|you :ADV? [*s] !:NOUN|-', '$3.many'],
    ['<< i :ADV? [*s] !:NOUN|-', '$3.many'],
    [
      '!<of|to|for|with|from|as|than they|we [*s] it|them|the|a|an|our|their|your|to|in|on|at|from|about',
      '$2.many',
    ],
    ['announced|said|says|announces|confirmed|reported today? that it|he|she [*present] !:VERB', '$5.one'],
    ['is|has :ADV? :ADJ and [have|offer|include|contain|provide|protect|need|cost] !is|not', '$5.one'],
    [
      'is a|an :ADJ? *singular and [need|have|make|give|offer|protect|cost|include|contain] a|the|no|more|many|your|our',
      '$6.one',
    ],
    [
      '< lacquer|oil|wood|wool|cotton|leather|coffee|tea|bread|milk|pine|oak|steel|glass|humidity|music|software|equipment|information|money|quality|nature|sunlight|silk|linen [protect|keep|need|make|help|give|take|come|require|contain|include|taste|grow|bring|save] the|a|an|you|your|our|us|it|them|to|from|more|less|good|better|longer',
      '$2.one',
    ],
    [
      '< *name !<-s|please|kindly|let|also|just [help|make|remember|calculate|offer|give|let|allow|save|keep|provide|include|protect|send|bring] you|your|the|freelancers|people|customers|all',
      '$2.one',
    ],
    ['< in the morning|evening|afternoon ,? *name [*present] you|the|us|our|fresh|a', '$5.one'],
    [
      'there|here [is] many|several|two|three|four|five|six|seven|eight|nine|ten|twelve|few|various|numerous|lots !a|an|*time',
      'are',
    ],
    [
      'there [is|was] always|also|not|only? :ADJ? !billiards|darts|news|economics|politics|mathematics *plural !:NOUN|and|-',
      'are / were',
    ],
    ['there [is] people|children|men|women !-', 'are'],
    ['there [is] to|too many|few', 'are'],
    ['there [was] to|too many|few', 'were'],
    [
      '%|percent of the|our|your|these|all? *plural [spends|uses|wants|needs|says|has|is|was|works|buys|reads]',
      '$5.many',
    ],
    [
      'there [was] *number|many|several|people|two|three|four|five|ten !a|an|feet|inches|*time|dollars|percent|miles',
      'were',
    ],
    ['there [has] been *number|many|several|people !a|an', 'have'],
    [
      'there [are] a|an|one|much !-|lot|few|number|couple|variety|range|handful|dozen|hundred|thousand|million|great|good|wide|large|host|series|total|multitude|bunch|pair|half|third|quarter|or|of|estimated|whopping|staggering|additional|extra|reported|record',
      'is',
    ],
    ['there [are] no? !enough|plenty|more *singular !:NOUN|and|-|,|:ADJ|or', 'is'],
  ),
  ...rowsOf(
    'agreement',
    'This word takes a singular verb.',
    [`<< ${everyone} :ADV? [*present] to|the|a|you|your|it|about|from`, '$3.one'],
    [`<< ${everyone} :ADV? [have|are|were|do|go|know|want|need|get|like|love|come]`, '$3.one'],
    [
      `<< ${everyone} in|at|on|from the|our|my|your|this *singular [have|are|were|do|know|want|need|get|like|love|come|think|say|feel|sing|work|live|speak|help|use]`,
      '$5.one',
    ],
    [
      `!<*modal|do|does|did|=let|=make|=help ${everyone} here|there|else? [have|are|were|know|want|need|love]`,
      '$3.one',
    ],
    [
      `!<*modal|do|does|did|=let|=make|=help|=see|=have every|each :ADJ? *singular [are|have|were|do|*present] !:NOUN`,
      '$4.one',
    ],
    [
      '!<and|or neither|either|each|one|every of the|these|those|our|my|your|them|us|his|her|their :ADJ? *plural? [are|have|were]',
      '$6.one',
    ],
    ['every|each one of the|these|those|our|my|your|his|her|their :ADJ? *plural [*present] !:NOUN', '$6.one'],
    [
      "!<and|or|of|*modal|does|did|=help|=make|=let a|an|this|each|every :ADJ|-ing? !lot|number|few|couple|majority|minority|handful|bunch|team|group|pair|dozen|quarter|third|half|hundred|thousand *singular [do] n't|not",
      'does',
    ],
    [
      '<< neither|either|each of the|these|those|our|my|your|his|her|their two|three? *plural [*present] !:NOUN',
      '$6.one',
    ],
    [
      '<< everyone|everybody|anyone who|that *s *det|:DET? *plural|*singular [love|know|want|need|get|say|come|go|have|are] !:NOUN',
      '$6.one',
    ],
    [
      '<< the|our|your|my *singular and its|our|my|his|her|the *singular [opens|closes|is|was|has] !:NOUN',
      '$6.many',
    ],
    ['<< neither|either|each *singular [are|have|were]', '$3.one'],
    [
      '<< many|most|all|some|several|both|few of the|our|my|your|these|his|her|their *plural [is|has|was|finds|goes|comes|lives|works|likes|wants|needs|knows|gets|says|makes|takes|uses]',
      '$5.many',
    ],
    [
      '<< many|most|some|several|few people|*plural [is|has|was|thinks|knows|finds|wants|needs|likes|goes|says|believes|comes|lives|works|loves|does|asks|buys|uses|makes|takes]',
      '$3.many',
    ],
    [
      '< the|our|my|these|those|most *plural of|in|at|from|on the|our|my|this|a|each *singular [works|wants|needs|loves|likes|comes|goes|makes|takes|gives|keeps|runs|costs|looks|says|seems|shows|opens|closes|starts|offers|uses|sells] !:VERB|:AUX|:ADP|-',
      '$6.many',
    ],
    [
      '< the|our|my|these|those|most *plural of|in|at|from|on the|our|my|this|a|each *singular [lives] !:VERB|:AUX|:ADP|-',
      'live',
    ],
    ['!<of|*modal|do|does|did the|good|bad|this|latest news [are|were|have]', '$3.one'],
    [
      '!<*modal|do|does|did the|this|our|your|all information|advice|furniture|equipment|luggage|software|homework|feedback|accommodation|money|jewelry|jewellery [are|were|have]',
      '$3.one',
    ],
    [
      '!<of the|these|those|our|your police|scissors|trousers|jeans|glasses|goods|clothes|people|children|men|women [is|was|has]',
      '$3.many',
    ],
    ['!<of people|children|men|women who|which|that [*s|is|has|was]', '$3.many'],
    ['!<of|most|many|these|her|his|their *plural who|which|that [is|has|was|does]', '$3.many'],
    [
      '!<:NOUN|*plural|,|:PROPN|of|and person|man|woman|someone|somebody|anyone|everyone|company|shop|firm|team|place|product|service|customer|student|guest which|that|who [have|are|were|do|go|want|need|offer|make|sell|live|work|know|come|produce|allow|give|provide|use]',
      '$3.one',
    ],
    [
      '!<and a|an|this|my|her|his new|small|big|old|family|good|great? *singular ,? which|who|that [have|are|were|do|go|want|need|offer|make|sell|live|work|know|come|produce|allow|give|provide|use] !:NOUN',
      '$6.one',
    ],
  ),
  ...rowsOf(
    'agreement',
    'Two subjects joined by “and” take a plural verb.',
    [
      '< my|our|his|her|the :NOUN and i|my|our|his|her|the :NOUN? [was|is|has|goes|works|lives|runs|makes]',
      '$6.many',
    ],
    ['<< me|he|she|you and my|his|her *singular [was|is|has]', '$5.many'],
    ['< :NOUN , :NOUN ,? and *plural [*s] up|to|the|a|our|your|you', '$6.many'],
    ['< *name and i [was|is|has|goes|works|lives|runs|makes|lives]', '$4.many'],
    ['< :NOUN|:PROPN , :NOUN ,? and :NOUN|:PROPN [is|was|has] !:NOUN', '$7.many'],
  ),
];
