/**
 * Words that writers confuse: “written -> meant: contexts”. The underscore stands for the written word; contexts are
 * word patterns (word-pattern.ts), separated by semicolons.
 */
export const confusedTable = `
your -> you're: _ welcome to|any|here|back|at|>; << _ right|wrong >|and; _ right|wrong about; _ late|busy|tired|ready|happy|able|sure|invited|interested|satisfied|not|never|always|gonna|almost|already|probably|still|too|so|here >|for|and|or|to|in|with|that|a|the|*past|going|looking|ready|happy|late; _ going|looking|thinking|planning|coming|working|searching|using|getting|trying|doing|having|enjoying for|to|about|of|on|from|with|at|in|a|an|the|our|it|this; _ very !own|best|first|last|- :ADJ !*singular|*plural; _ really|too|so *word !-; _ a|an|the|in|on|at|from|not|all !-|time|purpose|game|list|level|team; if|when|because|that|know|think|hope|glad|so|and _ happy|tired|late|free|hungry|interested|new|alone|lost|young|satisfied|done|finished|unsure|not|ready|busy|lucky|able >|to|with|and|in|for
you're -> your: is|was|are this|that|it|these|those _ *singular|*plural; _ !own|a|an|the *singular|*plural is|are|was|has|will; with|of|to|for|about|in|on|from|by|bring|change|take|make|where|is|get|use|find|improve|share|grow|send|tell|love|need|see|and _ !not|going|in|a|an|the|so|very :ADJ? :NOUN; _ own; *prep _ *singular|*plural
its -> it's: and|but|so|because|if|when _ still|already|now|about|like|why|there|here; << _ still|already|now|a|an|the|not|been|too|so|really|never|always|all|just|also|going|raining|snowing|called|located|no|because|what|where|like; << _ important|easy|hard|time|possible|cold|warm|late|very|good|great|nice|amazing|worth|open|free|clear|true|simple|made|broken|ready !*singular|*plural|:NOUN|:ADJ; i|we|you|they think|hope|know|believe|say|feel|guess|see _ a|an|the|not|too|so|just|really|about|going; i|we|you|they think|hope|know|believe|say|feel|guess|see _ :ADJ|time|very !*singular|*plural|:NOUN|:ADJ; if|because|when|that|since|as|where|but|and|so|what|how _ a|an|the|not|been|very|too|so|really|never|always|just|raining|going|at|in|on|for|from >|*word; if|because|when|that|since|as|where|but|and|so|what|how _ only|broken|open|free|late|cold|warm|important|easy|hard|good|great|time|ready|possible|worth !*singular|*plural|:NOUN|:ADJ; << _ at|in|on|right|from|for *word
it's -> its: moved|lost|hurt|wagged|opened|changed|launched|announced|announced|announces|launches|opens|celebrates|kept|played|released|published|with|of|for|in|to|from|on|by|at|and|about|has|have|had|into|all|through|behind|under|over _ new|own|old|first|last|best|full|latest|entire|next|many *singular|*plural; *past|=move|=lose|=change|=keep|=improve|=open|=sell|=show|=love|=hurt|=find|=make|=launch|=announce|=play|=celebrate _ *singular|*plural; of|with|in|for|from|to|on|by|at|and|about|into _ *plural; with|of|for|in|to|from|on|by|into _ *singular >; << and _ *singular|*plural is|are|has|was|in; _ *plural are|have|were|is|and
their -> there: see you|ya|u _; << _ is|are|was|were|has|have|'s|'re; << _ will|may|must|can be; over|out|up|down|in|from|right|live|lives|lived|go|goes|been|get|going _ >|and|for|in|on|with|since|every
their -> they're: _ going|coming|trying|too|here|a|an|the; _ not|so !-; _ always|never|still|really !:ADJ; _ looking|happy|ready|very|all|both|made !own|-|*singular|*plural|:NOUN|:ADJ
there -> their: with|of|to|for|by|lost|packed|use|used|love|bring|took|find|their|change|in|from|on|and|about|share|sell|do|does|make|improve|like|left|lose|=visit|=finish|=send _ own|new|*plural|kids|car|house|home|team|customers|family|money|time|website|business|products|parcels|phone|shop|friends|children|job|dog; packed|sell|ship|lost|use|bring|of|with|for|love|do|did|keep|want|grow|run|start|share _ *singular|*plural; _ own; =park|=love|=open|=close|=build|=paint|=name|=sell|=ship|=clean|=wash|=move|=leave|=write|=read|=pay|=raise|=wear|=hold|=show|=tell|=call|=teach|=send|=finish|=start|=run|=improve _ !yesterday|today|tomorrow|now|tonight|then|mornings|evenings|nights|afternoons|weekends|weekdays|summers|winters|*time|summer|winter|*number|most *singular|*plural !-; forget|forgot|know|knew|feed|fed _ *singular|*plural
there -> they're: << _ really|very|always|still|so|too :ADJ; << _ going|looking|coming|trying|not|happy|ready|both|free|made !is|are|was|were|has|have|had|remain|remains >|*word; because|when|if|since|that|think|hope|sure|glad _ moving|going|coming|looking|working|trying|getting|making|selling|leaving|staying|opening|closing|doing|having|running|hiring|happy|ready|late; << _ sweeter|bigger|smaller|cheaper|better|faster|older|younger|stronger|easier|welcome|delicious|beautiful|perfect|closed|late|gone !is|are|was|were|has|have|had; because|when|if|since|that|and|but|so _ welcome|delicious|perfect|sweeter|bigger|cheaper|better|closed|late|gone >|at|in|on|and|to|with|for|than|then|from|a|the|very|so
they're -> their: of|with|to|for|in|from|by|about|love|use|lost|share|bring|finished _ *singular|*plural; _ own
theirs -> there's: << _ a|an|no|nothing|something|always|still|also|more|nobody|never|plenty|only|one|going|not|anything|lots|another; if|when|because|that|and|but|so _ a|an|no|nothing|something|always|still|more|anything|one|nobody|another|plenty
theres -> there's: _
whose -> who's: someone|somebody|anyone|people|person|one _ not|already; < _ going|coming|ready|there|that|this|the|been|a|in|behind|not; < _ next >; know|knows|see|guess|someone|anyone|people|person|ask|asked _ going|coming|ready|there|next|been|the|a|in|behind
who's -> whose: _ *singular|*plural is|it|are|was|has|they|we|you; box|boy|man|woman|people|someone|person|author|company _ *plural; box|boy|man|woman|people|someone|person|author|company _ *singular is|was|has|we|they|it; know|see|ask|on|by|in|for _ *singular|*plural it|that|this|is|we|they
to -> two: for|of|with _ people|adults|children|persons|weeks|days|hours|years|months|nights; after|in|over|within|every|these|those|last|past|next|first|only|these|another|about|just|took|takes|take _ years|weeks|days|hours|months|nights|minutes|business+days
too -> two: for|tag|with|of|invite|bring _ friends|people|adults|children|weeks|days|hours|years|months|nights
to -> too: =be|'m|'s|'re|seems|seem|feels|looks|got|are _ tired|late|expensive|big|small|old|young|busy|heavy|loud|cold|hot|hard|easy|long|short|often|early|far|soon|dark|sweet|high|low|wet|much|many|few|little|sick|shy|weak|strong !*plural|*singular; !<not|very|so|how way|far|much _ late|expensive|big|small|much|many|often|cold|hot|far|soon|early|hard|long; _ often|soon >|forgotten|*past; =bring|=invite|and|with *possessive *plural|*singular _ >; *possessive friends|family|kids|children|parents|dog|team _ >; << *subject *base it|that|them _ >; there is|are|was|were _ many|much|few|little
too -> to: =want|=need|=have|=like|=go|=come|=try|=start|=begin|=plan|=hope|able|ready|easy|going|used|how|where|what|listen|happy|way _ *base|the|a|our|your|my|this|him|her|me|us|them|it
todays -> today's: _ *word
tomorrows -> tomorrow's: _ *word
yesterdays -> yesterday's: _ *word
then -> than: better|more|less|rather|other|fewer|bigger|smaller|faster|easier|cheaper|older|younger|larger|higher|lower|longer|later|earlier|worse|different|stronger|greater|further|sooner|newer|shorter|wider|richer|quicker|simpler|warmer|colder|healthier|safer|nicer|closer _ !and|but|because|so|as|when|if|or *word|$|£|€; more|less|better *word|:ADJ _ !and|but|because|so|as|when|if|or *word|$|£|€; more|less :ADJ :NOUN _ the|a|any|ever|last|before|our; would rather *base _; =like|=love|=prefer it more|better _
than -> then: << _ we|i|you|they|he|she|it|the|add|mix|go|take|press|click; and|but|since|until|by|back|now _ we|i|you|they|he|she|it|the|>|add|take|press|click|go; if *subject *base it|them|this , _
loose -> lose: to|will|would|can|could|may|might|must|should|not|n't|never|'ll|don't|didn't|we|you|they|i|people|companies|customers _ the|your|our|their|his|her|my|its|a|some|any|time|money|customers|weight|sleep|interest|it|them|when|track|sight|hope|*plural|if|in; to|will|would|can|could|may|might|must|should|n't|we|you|they _ >; nothing to _ *word; teams|people|customers|readers|users|visitors|brands|companies|businesses|employees|students|kids _ focus|control|hope|interest|money|time|track|patience|trust|weight|sight
loosing -> losing: _ *word !tags
looses -> loses: *word _ *word
lose -> loose: a|the|very|too|hanging|come|comes|came|broke _ screw|ends|end|change|leaf|fit|fitting|hair|clothes|dress|tooth|thread|button|tea|soil|>|and|on
effect -> affect: will|would|can|could|may|might|must|should|not|n't|to|that|which|badly|greatly|really|also|directly|negatively|positively|strongly|how|does|did|do|never _ the|your|our|their|his|her|my|its|all|you|us|me|them|it|every|many|people|everyone|*plural|sleep|how|any|both|each !change|changes|transfer|sale|closing|merger|repair|repairs|payment|cure|release; does|did|do the|this|that|it :ADJ? :NOUN? _ the|your|our|their|his|her|my|you|us|me|them|people
effects -> affects: *singular|it|this|that|which|weather|he|she|also|directly|how *word? _ the|your|our|their|his|her|my|its|all|you|us|me|them|it|every|many|people|everyone|how|both
affect -> effect: the|an|no|any|some|this|that|side|little|great|big|good|bad|positive|negative|same|into|special|its|their|have|has|had|lasting|strong|knock-on|sound|in|takes|take|took|taking|desired|opposite _ >|on|of|is|was|in|will|from|today|at|that|until|may|as|immediately
affects -> effects: the|side|positive|negative|some|special|sound|its|long-term|harmful|bad|good|these|those|no|health|many _ >|of|on|are|were|that|and|in
affected -> effected: _ a change
except -> accept: to|we|will|can|cannot|n't|not|please|i|they|must|also|you|would _ all|credit|card|cards|your|our|the|cash|payments|payment|orders|any|returns|this|a|an|it|my|us|them|him|new|that|visa|both|only|*plural
excepted -> accepted: we|they|was|were|is|are|be|have|has|he|she|i|been|not|cards|payments _ >|the|our|your|a|at|by|it|my|in|his|her|their|as
excepting -> accepting: =be|'re|'m _ new|applications|orders|the|your|a|all
advise -> advice: good|legal|free|expert|of|your|our|my|his|her|their|the|for|much|this|that|more|useful|piece|professional|medical|no|great|give|gave|gives|needs|need|an|with _ >|on|about|from|for|to|and|is|was|that|in|of|or; some|any _ >|on|about|from|for|and
advice -> advise: can|will|would|must|should|i|we|they|strongly|could|please|may|n't|not _ you|us|me|him|her|them|the|our|your|on|customers|clients|people|against|all|that|everyone|how|businesses|*plural; to _ you|us|me|him|her|them|the|our|your|customers|clients|people|everyone|businesses
insure -> ensure: to|will|can|we|must|should|help|helps|please|this|and|also _ that|success|quality|safety|we|it|they|everything|all; to|will|can|must|should|help|helps|this _ your|the|our|a|you !car|house|home|boat|business|life|health|property|phone|pet|bike|motorcycle|truck|van|vehicle|building|ring|jewelry|trip|family|*plural *word !against; will|can|must|should|to _ every
insures -> ensures: *word _ that|quality|safety|we|it
assure -> ensure: to|will|can|we|must|this|and _ that|quality
principle -> principal: mortgage|loan _ and|plus|balance; the|our|a|his|her|my|its|your|main _ reason|reasons|aim|goal|owner|office|cause|partner|investigator|city|cities|at+the+school|source|photographer|dancer; he|she|who|become|became =be|'s? the|a|our|my _ of the school; school _
principal -> principle: !<*number|reduction|reductions|increase|decrease|dollars|million|billion|paid|pay in _ >|that; refuse|refuses|refused|declined|objected|acted on _ >; matter+of|basic|guiding _ >|of|that|is|applies; same|this|general _ applies
principals -> principles: basic|guiding|core|ethical|design|of|moral _ >|of|and|are|that
complement -> compliment: took it as a _; a|nice|lovely|great|big _ about|from; a|nice|lovely|great|big _ on *possessive; gave|give|paid|pay|got me|him|her|us|you? a|another|big? _
compliments -> complements: sauce|wine|colour|color|it|that|which|this|cream|cheese|perfectly _ the|your|our|its|any|every; *singular|that|it _ the|your|our|its|any|every *word? floor|room|wall|look|decor|style|flavor|flavour|dessert|color|colour|design|garden|kitchen|house|home|space|furniture|interior|lamb|fish|beef|menu
compliment -> complement: to|perfectly|wines|colours|colors|that|will _ the|your|our|its|any|every|each !chef|staff|team|host|cook|crew|waiter|artist|author|writer|owner|band :NOUN !on
complimentary -> complementary: _ colors|colours|skills|medicine|therapies
complementary -> complimentary: a|free|enjoy|get|with|our _ breakfast|drink|drinks|parking|wifi|coffee|glass|gift|tickets|ticket|upgrade|shuttle|bottle|water|meal|tea|champagne|copy
stationary -> stationery: the|our|office|school|wedding|personal|beautiful|custom|printed|paper|writing|new|fine _ shop|store|set|sets|and|company|brand|cupboard|supplies|range|collection|>|for; =keep|=order|=buy|=sell|=need|=print|=use the|our|your|some|this _ >|in|on|from|for|with|here
stationery -> stationary: _ bike|bikes|car|traffic|vehicle|position; remain|remains|stay|stays _ >|for|until|while|when; =be _ for|until|while|when
moral -> morale: team|staff|employee|company _ is|was|>|in|among|at; team|staff|employee _ and !ethical|legal|social|professional|religious|political; low|boost|boosts|improve _ >|among|in|at|is|was; raise|high _ among|at|is|was; the|their|our|your _ is|was low|high|up|down; the|their|our|your _ of|in the|our|their|your team|staff|company|office|employees|troops|workers|crew; the|their|our|your _ among
morale -> moral: the _ of the story; a|our|their|strong|no _ support|compass|duty|obligation|values|choice
personal -> personnel: the|our|all|qualified|trained|medical|military|security|hotel|additional|new|key|friendly _ department|are|manager|file|>|will|office|who|must|have
personnel -> personal: a|very|my|your|his|her|their|our _ trainer|life|touch|opinion|use|experience|details|belongings|loan|reasons|computer
weather -> whether: !<the|this|our|what|good|bad|nice|can|could|to|will|help|helps|helped|must _ you|we|they|i|he|she|it|or|the *word is|are|was|it's|your|this|to *word? !forecast|is|was|report; know|see|matter|ask|decide|sure|wonder|asked|and|check|about|depends|on|of|tell _ you|we|they|i|he|she|it|or|the|to|there|a|your|our|this|it's; << _ you|we|they|i|he|she|it|or
whether -> weather: the|our|in+all _ is|was|in|forecast|>|and|here|today|conditions|changes|this|report|at|permitting|for; good|bad|nice|cold|warm|hot|wet|sunny|rainy|this|fine _ is|was|forecast|>|report|permitting
where -> were: we|they|who|which _ *past|the+first|so|very|not|all|happy|late|told|going|-ing|born|too|really|always|never|there|here|able|glad|both|in+the|at+the|a|n't; << you _ *past|so|very|not|all|happy|late|going|too|really|always|never|there|here|able|glad|both|a|n't; customers|people|results|guests _ very|happy|told|able|glad|n't; << there _ so|very|not|too|always|never|n't
were -> where: know|see|remember|show+me|place|town|city|house|spot|shop|ask|learn|find|out|is _ we|you|they|i|he|she|it !not|to; show+me|is _ the|people|our|your !to; know|see|remember|show+me|ask|learn|find _ to; << _ are|do|did|can|is|does; exactly|wherever|somewhere _ we|you|they
were -> we're: < <.> _ so|very|not|really|happy|proud|open|here|going|back|looking|closed|glad|sorry|thrilled|excited|always|hiring|moving|launching|a|the|in|on|at|just|all|still|also|here >|*word !*subject|you|they|the|there|he; because|so _ ready|happy|excited|proud|hiring|glad|sorry|thrilled|looking|offering|adding|opening|moving|planning|launching|celebrating|closed|open|here|not+going|going+to|always|still|also|now|just|only|a|the|on|happy >|*word !*past
wear -> where: know|see|place|this+is _ we|you|they|i
wear -> were: we|they|you _ *past|not|very|so|happy|going
where -> wear: can|will|must|please|should _ a|your|the|our|it|them; to|you|they|we|can|will|must|please|always|should|i _ gloves|shoes|clothes|comfortable|sunscreen|masks
quiet -> quite: !<to|you|we|n't|will|can _ a|an|the|some|different|good|big|expensive|easy|hard|often|well|nice|surprised|happy|sure|long|interesting|small|new|similar|important|difficult|few|simple|popular|fast|right|tired|certain|cold|warm; =be|'s|'m|'re not? _ surprised|happy|sure|different|expensive|easy|good|nice|new|popular
quite -> quiet: a|very|the|so|more|too|really|this _ street|place|room|town|village|corner|life|neighborhood|neighbourhood|night|evening|area|beach|moment|spot|time|car|zone !-|consuming|changing; very|so|more|too|be|is|keep|stay _ please|>|and; very|so|more|too|be|is|keep|stay _ at night; a|the _ >|and
quit -> quite: _ a+lot|a+few|a+bit|a+while|often|well|expensive|nice|different|easy|sure|happy
thought -> though: << even _ *subject|the|it; it is|'s longer|cheaper|better|hard _ ,; it is small _; < _ it|he|she|we|they|the *word is|was|were|small|old|new
though -> thought: !<do|did|does|am|is|are|was|were|have|had|can|could|will|would|should|as i|we|he|she|they _ it|that|about|of|we|you|i|he|she|they|so|the; << you _ it|that|about|of|we|i|he|she|they|so; have|had|'ve|always _ about|of|that|so; never _ it|that|about|of|we|you|i|he|she|they|so|the; the|a|my _ that|about|of|>; first|that|people _ of; than+i _ >
threw -> through: go|went|walk|walked|came|come|drive|get|got|look|looked|run|ran|half|half-way|open|way _ the|a|our|your|this|it|all|that|every; =drain|=pass|=flow|=pour|=fall|=break|=seep|=push|=cut|=scroll|=browse|=read|=page|=leaf|=click|=travel|=hike|=ride|=sail|=search|=follow|=live|=make+it|=talk+you|way|straight|halfway|partway|available _ the|a|an|our|your|this|it|all|that|every|my|each|*name|town|february|march|april|may|june|july|august|september|october|november|december|january|friday|saturday|sunday|monday
through -> threw: he|she|they|i|we|who _ a|the|it|out|away|them|him|her|his|up party|ball|*word
thorough -> through: go|went|walk|walked|come|came|guide|run _ the|a|our|your|this|it
tough -> though: even _ it|we|they|i|he|she|the|you|if; !<how|so|as|too|however _ it|we|they|i|he|she is|was|are|were|have
past -> passed: he|she|they|we|i|who|it|has|have|had|law|bill|council|students|quickly _ the|a|away|by|on|his|her|their|my|our|all|quickly|since|it|>; board|committee|senate|parliament|congress _ the|final|new|every|unanimously; time|years|days|weeks|months _ quickly|since|by|away
passed -> past: in|the|walk|go|walked|drive|drove|went|half|get|quarter|run|ran|over|right|recent|our|of|this _ the|few|year|years|weeks|months|week|month|*number|decade|it|two|three|five|ten|midnight|noon|events|projects|experience|performance|clients; in the _ >
lead -> led: he|she|has|have|had|was|were|been|is|are|it _ by; he|she|it|has|have|had|which|this _ to a|an|the; =be|been|tours|tour|team|walks|workshop _ by; was|were|been _ to *base|the|a|my|our|his|her|their; last+year|yesterday he|she|they|we|it _; have|has|had _ to|the|a|us; he|she _ the|our|my|us|them <.>
led -> lead: to|will|can|could|may|might|must|should|would _ to|the|a|us|you|your|our|by
peace -> piece: a|every|each|this|one|another|single|per|first|last|best|whole|nice|favourite|favorite|small|big|original|beautiful|by _ of|is|was|by !mind
piece -> peace: _ of mind; in|world|find _ >; !<the|an|this|that|every inner _ >; _ and quiet
peaces -> pieces: _
brake -> break: weekend|city|winter|summer|career|school|proper|well-deserved _; to|a|lunch|coffee|will|can|n't|not|take|short|tea|spring|lucky|don't|easily|may|might _ the|down|a|your|it|up|from|>|for|if|and|in|free|even|our|at
brakes -> breaks: this|it|that|he|she|which|glass|coffee|lunch|never|regular|short|waves|day|screen|heart|easily|often|tea|bank _ every|the|down|a|my|your|all|into|up|>|are|and|easily|through
break -> brake: the|your|front|rear|bike|car|hand|disc|new|emergency _ pads|pad|pedal|fluid|lights|light|lever|cable|discs|system|shoe
breaks -> brakes: the|front|rear|bike|car|disc _ squeal|on+the+bike|fail|failed|and+tires|and+tyres; front|rear|bike|car|disc _ are; the|front|rear|new _ of the car|bike|bicycle|truck|van|bus
bare -> bear: please|to|cannot|ca+n't|could+n't|do+n't|does+n't|can|must|will _ with|in+mind|this|witness|mind|fruit; to|cannot|ca+n't|could+n't|can|must|will _ it !all; to|cannot|ca+n't|could+n't|can|must|will _ the !teeth|soul|truth|skin|chest|facts|arms|shoulders|midriff|wood|metal|body
bear -> bare: with|his|her|my|their|the _ hands|feet|minimum|bones|essentials|walls|skin|foot|floor|necessities
hole -> whole: the|a|our|my|his|her|this|their|your _ family|team|country|world|day|week|thing|time|year|house|town|city|process|story|point|life|month|night|way|place|company|experience|village|neighborhood|wheat|summer|range|menu|collection|building|chicken|idea
whole -> hole: a|the|big|small|deep|drill|dig|dug|drilled _ in|for|through
sea -> see: !<go|goes|went|gone|put|ran|run|take|took|taken|return|returned|out|off|back|from|next|down|close|due|access|path|line to _ the|our|you|it|if|how|what|a|your|them|us|me|that|all|figures; can|will|you|we|please|could|i|n't|must|let+'s|may|should _ the|our|you|it|if|how|what|a|your|them|us|me|that|all|figures
see -> sea: the|by|deep|at|near|the+open _ >|and|view|views|side|level|is|was|air|salt|bass|breeze|from|has|in; !<kind|sort of _ >|air|salt|level|bass
no -> know: to|n't|i|we|they|not|let+us|let+me|already|do|who|please|should|must|did|can|also _ how|what|that|the|why|if|about|you|your|it|who|our|him|her|them|his !more|longer; do|did|if|when|as|and|that you _ how|what|that|the|where|why|when|if|about|your|it|who|each|our|him|her|them|a|every|his !more|longer; let|us|me|you|him|her|them _ if|what|how|when|more|about|that|the|where|in; would like to _; to _ about|how; to _ more about
know -> no: have|has|with|is|are|had|absolutely|need|makes|in|make|by|are _ need|problem|reason|more|longer|way|time|doubt|fee|fees|cost|extra|hidden|idea|other|sugar|charge|contract
knew -> new: a|the|our|your|brand|my|this|his|her|their|is|some|for|with|these|many _ *singular|*plural|and|one|>|car|house
new -> knew: i|we|he|she|they|you|never|who|n't|nobody|everyone|always _ that|it|how|what|the|him|her|them|about|where|why|she|he|we|they
by -> buy: =want|=need|=like|=love|=plan|=hope|=try|=decide|how|where|able|ready|going|time to _ it|a|the|one|tickets|our|your|online|them|two|more|this|now|three|new|some|something|anything|bread|*plural|my|their|an|all|any|from|in+bulk|here !*time|ing|way|end|hour|day|week|far|means|door|time|ferry|train|bus|then; can|could|please|must|will _ it|a|tickets|online|them|more|new|something|anything|bread|my|in+bulk !*time|ing|way|end|hour|day|week|far|means|door|time|ferry|train|bus|then; ca+n't|do+n't|did+n't|wo+n't _ it|a|the|one|tickets|our|your|online|them|two|more|this|now|three|new|some|something|anything|bread|my|their|an|from|in+bulk|here !*time|ing|way|end|hour|day|week|far|means|door|time|ferry|train|bus|then; !<=be|'re|=do|=have|*modal i|we|they _ it|a|the|tickets|online|them|two|more|three|new|some|something|bread|in+bulk !*time|ing|way|end|hour|day|week|far|means|door|time|ferry|train|bus|then; << you _ it|a|the|tickets|online|them|two|more|three|new|some|something|bread|in+bulk !*time|ing|way|end|hour|day|week|far|means|door|time|ferry|train|bus|then; people|customers|who|never _ tickets|online|bread|in+bulk
buy -> by: made|written|baked|designed|run|founded|owned|run|loved|inspired|created|led|painted|followed|surrounded|produced|built|drop|stop|day|stand|powered|organized|*past|step|close|near|one|side|done|paid _ hand|the|our|a|his|her|my|car|train|bus|email|noon|friday|monday|*name|local|foot|phone|day|step|one|side|side|card|two|mail|post|people|professionals|clicking
bye -> by: made|written|drop|stop|run|done _ the|our|a|us|my
chose -> choose: !<spoke|talked|spoken|listened|wrote|belong to|can|please|will|must|may|should|n't|could|let+you|not|did|help+you _ a|the|from|your|our|between|any|what|which|how|one|to|when|where|whatever|this|us|it|>|among|*number|color
choose -> chose: yesterday|last+year|last+week|last+month|ago , he|she|we|they|i|you _
choice -> choose: can|to|will _ a|the|from|your|between|one
raise -> rise: prices|sun|costs|temperatures|levels|dough|waters|rents _ above|by|early|at|again|in|slowly|for|from|every|>|up|sharply|fast|over; prices|sun|costs|temperatures|levels|dough|waters|rents will|may|can|could|might|must|often _ above|by|early|at|again|in|slowly|for|from|every|>|up|sharply|fast|over; dough|sun|temperatures|waters to _ above|by|early|at|again|in|slowly|for|from|every|>|up|sharply|fast|over; prices|sun|costs|temperatures|levels|dough|waters|rents will|may|can|could|might|must|often? _ to the; let|until it _ for|>|until|in|again; the dough _ for|>|until|in|again
rise -> raise: to|will|can|please|n't|helped|help _ money|the|your|our|a|awareness|funds|prices|children|chickens|questions|concerns|his|her
raised -> rose: prices|costs|sales|temperatures|sun|rents|water|profits _ by|to|from|in|last|sharply
rose -> raised: we|they|he|she|i|event|who _ money|funds|awareness; we|he|she|i|event|who _ *number|£|$ !percent|%|points|to
lay -> lie: to|please|can|n't|will|must|should _ in+the+sun|on+the+beach|on+your+back|there|in+bed|awake; to|please|can|n't|will|must|should _ down >|and|on|for|in|with|next|here|after|when|until|because; to|please|can|n't|will|must|should _ back >|and|in|on; want|wants|wanted|like|love|need to _ on the bed|floor <.>
laying -> lying: =be|'re|'m|just|found|found+it|while _ on|around|there|awake|under|about+the|next; =be|'re|'m|just|found|found+it|while _ in !supplies|stock|stocks|food|provisions|wood; =be|'re|'m|just|found|found+it|while _ down >|on|in|and|for|with|next|there|here|at|under
laid -> lay: << !<that|as|where he|she|i|we|they|it _ in+the|on+the|awake|there|under; << !<that|as|where he|she|i|we|they|it _ down >|on|in|and|for|beside|next|under; the dog _ down|in+the|on+the|awake|there|under; yesterday he|she|i|we|they|it _ in+the|on+the|awake|there|under
sit -> set: to _ the table|alarm
farther -> further: any|for|no|without|until _ information|questions|details|notice|help|ado|delay|reading|assistance|discussion
accede -> exceed: to|will|not _ expectations|your|the+limit
access -> excess: an|in _ of|baggage|weight|luggage; the _ baggage|weight|luggage
excess -> access: to|have|easy|free|quick|full|get|gives|direct|public|internet|wheelchair|instant _ to|your|the|our
adapt -> adopt: to|we|can|they _ a+dog|a+cat|a+child|children|a+puppy|a+new+policy !'s|seat|car|house|bed|flap|books|door|crate
adopt -> adapt: to|can|must|they|we|quickly _ to *word
adverse -> averse: not|risk _ to; i|we|you|they|he|she|who =be|'m|'re|'s _ to
averse -> adverse: an|the|of|in|any|no _ effects|effect|weather|conditions|reaction|reactions|impact
allude -> elude: names|sleep _ me|him|her
allusion -> illusion: an|the|optical|no|any|under _ of|that
illusive -> elusive: _
eminent -> imminent: danger|launch|attack|arrival|collapse is|was _ >; an|in _ danger|threat
imminent -> eminent: an|most _ doctor|professor|scientist|scholar
censor -> sensor: motion|heat|light|temperature|smoke|parking _ >|is|in|detects|that
sensor -> censor: to _ the press
cite -> site: on|web|building|camp|construction _ >|is|has|for|visit|of|and
site -> cite: please|they|must|we _ sources|your+sources|the+study|studies; to _ sources|your+sources|the+study
sight -> site: building|web|construction|historic|camping _ for|map|visit|you|manager|plan; our|your|on _ map|visit|manager|plan; on our _ you; new|future|current|camp|job|factory|landfill|heritage _ will|has|is|was|for|on|at|near|in|opens|opened|covers|manager
site -> sight: out+of|at+first|catch|lose|in+plain _ >|of; the _ of the sea; _ seeing
coarse -> course: of|main|golf|online|training|language|next|crash|due _ >|is|you|we|we|in|starts|for|and|on|,
course -> coarse: _ salt|sand|grain|hair|sandpaper|sugar|pepper|ground
conscience -> conscious: =be|'re|'m|very|health|environmentally|eco|cost|price|self _ of|>|consumers|customers|about|and
conscious -> conscience: a|my|clear|guilty|good|his|her|our|social|your _ >|is|about
council -> counsel: legal|wise _ for
counsel -> council: city|town|local|parish|borough|county|student|district _ voted|has|approved|meeting|tax|said|is|member|members|house|decided|>|will; the _ voted|approved|meeting|tax|member|members|house
councilor -> counselor: school|guidance|camp|marriage _
desert -> dessert: for|favorite|favourite|chocolate|delicious|sweet|apple|order|free|perfect|two _ >; favorite|favourite|chocolate|delicious|sweet|apple|order|free _ with|and|is|was|at; for|the|our|a|favorite|favourite|chocolate|delicious|sweet|apple|with|free|perfect _ menu|wine|table|recipe|buffet|bar|spoon; the|our|a _ of the day
dessert -> desert: sahara|mojave|gobi|the|in|hot|arid _ sand|sun|island|heat|road|storm|landscape|animals
deserts -> desserts: our|delicious|homemade|chocolate|tasty _ >|are|and|on|for|include
device -> devise: !<device to|we|they|must|will _ a|new|an
devise -> device: a|the|this|your|mobile|any|electronic|every|smart|on|new|our|one _ >|is|that|to|and|can|for|with|or
dairy -> diary: a|the|my|your|her|his|in _ entry|entries; my|her|his _ of; the|your _ of a|an; =write in a|my|your|her|his|the _ every day
diary -> dairy: _ products|farm|free|cows|farmers|milk|cow|farmer
dose -> does: it|he|she|how|why|shop|nobody|where|when|also|who _ n't|not|it|the|this|that|he|she|your|your|anyone|a|what|so|work
dyeing -> dying: =be _ to|of
dying -> dyeing: _ fabric|wool|cloth|hair|yarn
elicit -> illicit: _ drugs|affair|trade|substances
flour -> flower: _ shop|garden|bed|beds|arrangement|pot|pots|bouquet|girl|petals; a|beautiful|wild|red|yellow _ in|from|>
flower -> flour: wheat|rye|spelt|cup|cups|bread|cake|bag+of|cup+of|cups+of|grams|grams+of|corn|mill _ >|and|mill|with|in|to|is
fair -> fare: bus|train|taxi|air|ferry|one-way|return|cab _ >|is|costs|from|to
fare -> fair: very|trade|to+be|not|is|book|county|job _ >|enough; very|to+be _ and; a|very|not _ price|trade|share|chance|play|wages !increase|rise|hike|change|changes
formally -> formerly: _ known|of|owned
formerly -> formally: to|dressed|announced|we|was|not _ announced|apologize|dressed|approved|agreed|invite|request|accepted
hair -> heir: an|the+only _ to; the _ to the throne|fortune|estate|crown
hear -> here: come|right|over|work|are|is|live|up|from|click|in|out|look|stay|found|down|been|happy|start|works|around|'re|since|near _ >|in|for|to|on|since|at|and|because|is|are|today|now; are|'re|is|'s|was|were|been _ >|,|and|for|until|at|in|to|today|now|every|with|on
here -> hear: love+to|glad+to|sorry+to|want+to|like+to|nice+to|hope+to|happy+to|can|could|please|will|ca+n't|could+n't|do+n't|did+n't|does+n't|wo+n't _ from|about|the|that|you|your|what|it|our|how|music|birds|more|back; to _ about|what|how|music|birds; << i|we _ from|about|the|that|your|what|it|music|birds; do|did|if|when|until|ever you _ from|about|the|that|what|it|how|music|back; !<=be|'s|'re|'m never _ from|about|it|back; come|listen and _ the|our|about|what|how
heal -> heel: high|left|right|shoe|the|achilles|low|flat|my _ of|is|>|and|shoes|pain|hurts
heel -> heal: to|wounds|help|will|skin _ faster|the|your|quickly|after|itself
idle -> idol: my|an|his|her|pop|teen|american|childhood _ >|is|was|and
incite -> insight: an|deep|some|great|gain|useful|valuable _ into|>
insight -> incite: to _ violence|hatred|riots|anger
lessen -> lesson: a|the|first|piano|swimming|this|each|every|one|free|important|your|last|driving|valuable|next _ >|is|in|for|about|on|learned|lasts|from|plan|was|with|takes
lesson -> lessen: to|will|can|help|helps _ the|your|stress|pain|our|its
lightening -> lightning: _ storm|bolt|strike|fast|speed|strikes|struck|rod; thunder and _
lightning -> lightening: skin|hair|=be _ the+load|cream
mail -> male: _ and female
medal -> metal: scrap|sheet|precious|made+of _ frame|box|parts|roof|detector|door|and|work|handle|legs|plate; heavy|of|a|the|shiny _ parts|roof|detector|door|handle|legs|plate
metal -> medal: gold|silver|bronze _ winner|winning; =win a|the gold|silver|bronze _ at|in|>|for; won a _ at|in|>|for
mussels -> muscles: your|my|sore|tired|strong|build|leg|back|his|her|core|stomach _ >|are|and|in|relax|after|hurt
muscles -> mussels: steamed|fresh|eat|with|and|of _ and+fries|in+white|and+chips|and+clams|from+the+sea
overdo -> overdue: is|are|was|long|an|invoice|bill|payment _ >|by|invoice|books|payments|since|rent
pail -> pale: a|the|looked|very|light _ blue|green|skin|face|ale|yellow|pink
pair -> pear: an apple or|and _ >; a ripe _ or|and; _ tree|juice
pare -> pair: a|the|one|this|every|two|new _ of
pear -> pair: a|one|this|new|every _ of shoes|gloves|glasses|scissors|jeans|socks
patience -> patients: our|the|all|many|new|sick _ are|were|have|who|say|in+hospital|feel|wait|recover; many|treat|sick _ with|can|come|love; of _ who|in+hospital|recover
patients -> patience: thanks|thank+you for your _ >|with|and|while; your _ is appreciated; have _ with me|us|him|her|them|it; =lose _ with me|us|you|him|her|them|it; have a little _ >|with|and
peak -> pique: to|may|might|will|that|this|can _ your|my|our|their|interest|curiosity
peaked -> piqued: has|have|that|it|this|really|=be _ my|our|your|his|her|their interest|curiosity
peek -> peak: at|mountain|its|highest|holiday|during _ season|hours|time|of|performance|>|times|condition; the|their _ season|hours|time|of|performance|times|condition
peak -> peek: sneak|=take+a|a+quick _ at|into|inside|>|of|behind; a _ into
pedal -> peddle: to|who|they _ drugs|goods|their+wares
peddle -> pedal: the|brake|gas|left|right|bike _ >|faster|and|is|hard|bikes|boat
plain -> plane: by|my|our|private|paper|board _ ticket|tickets|landed|crash|to+*name|ride|took|leaves|crashed|was+late; a|the _ ticket|tickets|landed|crash|ride|took|crashed|was+late
plane -> plain: in|a|just|the|very|is|old|keep+it _ english|text|language|sight|and+simple|white|yogurt|flour|bagel|truth
pole -> poll: recent|opinion|online|exit _ shows|showed|found|of|results|says|asked|on; latest|our|new _ shows|showed|results|says|asked
poll -> pole: north|south|flag|fishing|tent|telephone|ski|totem|light _
poor -> pour: to|then|please|and|slowly|we|you|gently|carefully|just _ the|it|into|over|a|hot|milk|water|boiling
pore -> pour: to|then|and|rain|slowly _ the|it|in|into|out|down
pour -> pore: to|they|we _ over+the+details|over+maps|over+books|over+the+data
pray -> prey: birds+of|easy|its|fall|hunt _ >|to|on|and
precede -> proceed: to|please|can|will|we _ to|with|as|>|carefully|through
proceed -> precede: will|should|must _ the|it
presence -> presents: birthday|christmas|the+kids+got|buy|wrap|wedding|wrapped _ >|for|under|and; open|bring _ for|under
presents -> presence: a|your|our|my|his|her|their|its|strong|good online|social+media|web|internet _ of|in|on|matters; strong _ of|in|on|matters; in the _ of; the|your|our _ matters
prescribe -> proscribe: _ smoking by law
profit -> prophet: the _ muhammad|isaiah|jeremiah
quote -> quota: fill|meet|sales _ for the month
rain -> reign: the|his|her|long _ of+the+king|of+queen|of+terror; his|her _ as
reign -> rein: free|full _ >|to|over|in; take the _
reins -> reigns: king|queen|chaos|peace _ over
real -> reel: a|fishing|instagram|film|on+the _ of+film|and+rod
residents -> residence: place+of|artist+in|country+of _ >|is|permit; in|permanent _ permit
residence -> residents: all|our|local|many|the|most|of|elderly|some|for _ are|have|were|who|say|can|want|living|complained|voted|asked|meet|told|love
right -> write: to|please|can|we|you|will|i|n't|she|he|they _ a|an|the|your new|short|long|good|great? letter|book|blog|post|review|story|poem|note|song|essay|report|message|email|list|article|novel|code; !<left to _ to+us|us|me|down|about|books|letters|emails|code|blog|content|copy; please|can|will|help+you|do+n't|ca+n't|did+n't _ to+us|us|me|down|about|books|letters|emails|code|blog|content|copy; please|do+n't|ca+n't|did+n't _ it; << i|we|they|you _ books|letters|emails|code|content|copy|to+us
write -> right: the|your|a|every _ way|choice|answer|thing|place|hand|people|person|decision; on+the|all+the _ side; =choose|=find|=pick|=get|=order|=be the _ size|time|one|side; turn|that+'s|it+'s|'re _ now; is|was|were|that+'s|it+'s|'re _ to+refund
rite -> right: the|your|is|that+'s|all _ way|side|size|choice|thing; is|that+'s|all _ >
role -> roll: bread|cinnamon|egg|sausage|drum|toilet|sushi|dinner _ >|with; spring _ with; a|bread|toilet _ of paper|tape; to _ out|over|up|the+dough; =be|'re|'m on a _ >; a|one|per _ of parchment|wallpaper|stamps|mints|coins|foil
roll -> role: key|important|leading|play|plays|played|major|vital|central|crucial _ in|of|model|as|models|is
root -> route: our|bus|scenic|shortest|bike|fastest|delivery _ to|from|takes|through|along|number|map|planner; the _ takes|through|along|planner
route -> root: the|a _ cause|of+the+problem|of+the+issue|vegetables|beer; grass _
rout -> route: bus|the|our _ to|from
sale -> sail: to _ across|around|away|on+the+lake; set|will|we|can|they _ across|around|to+the|on+the+lake|from|away|boat
sail -> sale: for|on|garage|point+of|flash|yard|clearance|up+for _ >|ends|starts|price|is|today|begins|items; the|a|our|big|summer|winter|spring _ price|items; the|our|big|summer|winter|spring _ ends|begins
scene -> seen: has|have|had|be|been|never|not|was|were|'ve _ the|a|it|in|this|before|>|him|her|by|on|from|our|your; i|you|we|he|she|they ever _ the|a|it|in|this|before|>|him|her|by|on|from|our|your
seen -> scene: the|crime|music|a|local|art|opening|love|food|final|street _ of|in|is|>|where|was|with|from|here
sell -> sale: for|on|the+summer _ >|ends|starts|this; our|big _ ends|starts
sale -> sell: to|we|they|i|can|will|you|n't|shops|who|that|not|please _ our|the|your|a|shoes|bread|it|them|more|fresh|*plural|this|online
sent -> scent: the|a|sweet|fresh|floral|lovely|of|strong|this|no|your|subtle _ of|is|lasts|with|fills
scent -> sent: we|was|were|i|is|are|be|been|have|has|they|he|she|you _ you|the|to|a|out|it|by|us|him|her|me|an|your|your|from
cent -> sent: we|was|were|i|they|he|she|you _ you|the|to|a|an|it
sole -> soul: heart+and|body+and _ into; his|her|my|your|every _ mate|searching; good|old|with|of _ music|food; the _ of+the+city
soul -> sole: the|shoe|rubber|leather|its|thick|a|his _ purpose|owner|reason|aim|provider|trader|responsibility|of+the+shoe|of+a+shoe; shoe|rubber|leather|thick _ of+my|is+made
some -> sum: a|the|large|huge|small|total|lump|tidy _ of+money|of+the|of+*number; this _ of money
son -> sun: hot|morning|evening|bright|summer|midday _ shines|shone|sets|is+out|rises|set|went+down|was+hot|lotion|screen|hat; the _ shines|shone|rises|lotion|screen|hat
steal -> steel: stainless|of|carbon|solid|galvanized|cast|strong|cold _ >|frame|door|pan|knife|blade|and|pot|is|plate|beams|bottle|wool|tools; the|a _ frame|door|pan|knife|blade|pot|plate|beams|bottle|wool|tools
steel -> steal: who|n't|they|people|can|someone|will|thieves|never _ the|a|your|it|from|our|bikes|money|data|bicycles|show|ideas; to _ the|a|it|bikes|money|data|bicycles|ideas
suit -> suite: bridal|honeymoon|hotel|en|penthouse|office|executive|presidential|a|our|junior _ of+rooms|of+tools|overlooks|sleeps; honeymoon|hotel|en|penthouse|presidential _ with|costs|has
suite -> suit: to|will|that|n't _ your|you|his|her|our|every|any|all; will|n't|wet|swim|law _ >; business|dark|blue|wedding|best _ and tie
tail -> tale: a|fairy|cautionary|old|tall _ of|about|is|begins|that
tale -> tail: dog+'s|cat+'s _ wags|between|>|and|when|is; its _ wags|between|>; the|his|her|long _ wags|between; =wag its|the|his|her|their _
their's -> theirs: _
your's -> yours: _
her's -> hers: _
our's -> ours: _
throne -> thrown: been|was|were|be|is|are|has|have _ out|away|in|at|by|a|off|into
tide -> tied: =be|been|hands|are|was _ to|up|together|with|down
tied -> tide: the|high|low|rising|at|red _ is|was|comes|turns|>|and|goes
vain -> vein: in+a+similar|in+the+same|in+this|blue|the+main _ >|of|in; a _ of|in
vein -> vain: in _ >
vale -> veil: bridal|wedding|her _ and; her|the _ of silence
vary -> very: =be|a|it+'s|we|our|'m|so _ good|important|happy|nice|big|small|much|easy|well|long|few|old|new|strong
very -> vary: prices|sizes|times|results|colours|colors|can|may|will|costs|they|shades|to _ from|by|with|depending|between|according|>|in|slightly|widely
vial -> vile: a|the|such|that _ smell|taste|person|man
waist -> waste: to|food|a|n't|zero|of|no|less|reduce|plastic|never|will|don't _ of|time|money|water|bin|disposal|management
waste -> waist: around+the|elastic _ line|size|band|measurement|>|measures; her|his|high _ line|size|band|measurement|measures; the|your _ band|measurement
wait -> weight: lose|lost|gain|body|net|extra|carry _ of|is|>|loss|limit|by|and|gain; the|its|his|her|your|heavy|light _ loss|limit|gain
weight -> wait: to|please|n't|we|you|must|will _ for|until|to+see|here|in+line|and+see|long !age|height|length|population; to|please|n't|we|you|must|will _ a minute|while|moment|bit|little; to|please|n't|we|you|must|will _ two|*number minutes|hours|days|weeks|months|seconds
weight -> weighs: bag|it|backpack|lamp|chair|box|she|he|which|that|bike|frame|table|jacket|device _ only|just|less|about|*number|almost
weak -> week: next|last|per|every|once+a|twice+a|whole _ >|we|is|of|from|on|i|the|you|for|at|later|long|before|after|off|in; each _ >|we|i|you; this _ we|is|i|you; a|one|two _ later|off; all _ long
week -> weak: very|too|so|feel|feels _; a|the _ point|link|signal|coffee|tea|spot|heart
wether -> whether: _
wonder -> wander: to|we|you|they|can|just|could _ around|through|the+streets|off|the+alleys|over+to; to|we|you|they|can|just|could _ along the river|beach|coast|shore|canal|streets|alleys; walk|stroll|explore|relax|come|go and _ around|through|along|the+streets|off|the+alleys|over+to
wander -> wonder: i|we|you|they|makes|no|n't|people|small _ if|how|why|what|that|whether|who
won -> one: no|this|every|each|next|any _ of|who|day|is|thing|can; no _ that|has|more; the _ who|thing; only|at+least|last _ of|day|thing; first|just _ thing; which _ of
wood -> would: we|i|you|they|he|she|it|who _ like|be|have|not|love|n't|take|make|go|help|never|also|recommend|say|you|suggest; that|what|shop _ like|be|not|n't|love|never|also
would -> wood: made+of|solid|hard|natural _ >|and|frame|floor|floors|stove|table|grain|is|fire; of|oak|the|pine|beech|fire|from|dark|in _ floor|floors|stove|table|grain|is|fire
wore -> war: world|the+civil|during+the|after+the|in+the _ >|ii|was|ended
yolk -> yoke: the _ of oxen
yoke -> yolk: egg|the|runny _ >|and|is
are -> our: !<:VERB|:AUX in|of|with|at|to|for|from|visit|on|all|about|by|join|joining|meet|love|see|try|into|=join|=visit|=check|=enjoy|call _ new|own|*singular|*plural|first|best|old|online|favorite|favourite !you|we|they|not; is|was _ lightest|newest|oldest|biggest|most|first|best|smallest|*singular|favorite|favourite !you|we|they|not; << _ *singular opened|opens|started|starts|moved|closed|is|was|has|offers|sells|makes|won
our -> are: we|they _ not|very|the+best|so|always|here|made|happy|open|*past|all|-ing|also|available|too|really|proud|ready|free|glad|closed|looking; << you _ not|so|always|here|happy|also|too|really|ready|glad|looking; << there _ not|so|always|also|too|really; these|those|people|*plural _ not|here|also|too|glad; people|*plural _ available >|in|for|now|on|from; which|who _ not|the+best|so|always|here|also|too
or -> our: of|with|in _ new *singular|*plural is|are; we|love|visit _ customers|website|clients|products|team
of -> off: !<the|a|each|every|this =turn|switch|switched _ the+lights|the+light|all+the+lights; =get|fell _ the bus|train; =take _ your shoes; and|to|n't|not|please =turn|=take|=get|switch|cut|kick|=drop|fall _ >; turn|turned|switch|switched the light|lights _ >|when; =take the|a|two|*number day|days|week _ >; =take the day _ work; percent|% _ today !'s; save|enjoy|take *number percent|%|dollars _ every+item
off -> of: because|kind|lot|lots|sort|number|full|type|instead|best|plenty|part|piece|cup|couple|consists _ the|our|a|us|them|my|your|these|fun|people|it|wood|stock|love|course|season|*plural|this
if -> of: lot|lots|kind|number|full _ the|our|these|them
form -> from: come|comes|came|made|away|made|far|straight|direct|fresh|apart|only|hear|bought|fresh|choose|different|ago|shipping|learn|back|different|anywhere|working _ the|our|a|us|home|*name|you|your|my|this|all|local|here|monday|germany|his|her|*number|there|many|nine; ship|shipped|deliver|delivered|available|borrowed|recovering|benefit|suffer|switch|moved|return|returned|imported|inspired|protected|protect|safe|excerpt _ the|our|your|a|an|my|this|*name|monday|tuesday|wednesday|thursday|friday|saturday|sunday|*number|home|scratch|us|me|him|her|them|here|there
from -> form: the|a|our _ below|above|is|to|and|on+our|before|carefully !to; application|registration|attached _ is|and|on+our|carefully; this|contact|order|online|booking|web _ on+our|carefully
fro -> for: !<and|to _ !and *word
form -> for: thank+you|thanks _ the|a|all|your|our|my|this|everything|*ing; looking _ a|an|the|your|our|some|new|someone|something
an -> and: friends|bread|tea|big|small|fresh|fast|safe|men|women|mother|black|salt|milk|sugar|come _ the|we|our|family|butter|easy|coffee|fun|safe|father|white|pepper|honey|spice|night|young|improved|see|then|a
as -> has: he|she|it|shop|which|who|that|company|room|garden _ been; he|she _ two|three|a+new|a+large|a+lot|no|many|the+best|its+own; who _ two|three|a+lot
has -> as: such|as+well|same|so|known|twice|soon|well _ possible|we; such|as+well|same|known _ you; twice _ much|many|well
though -> through: go|went|walk|half|run|get|look|guide+you _ the|a|our|your|winter|march; all _ the|winter|march; my|your|our|their|his|her way _ the|a|our|your|winter
were -> wear: to|can|must|please|should|will _ a|your|the|it|gloves|comfortable|warm|shoes|boots|jeans
ware -> where: know|see|this+is|place _ we|you|the
ware -> wear: to|can|must|n't|you _ a|your|the|it
wile -> while: a|worth|for|short|long|all+the|every _ >|you|we|i|they|ago|the
whit -> with: _ the|a|our|your|us|my|an|you|this
cloth -> clothes: children+'s|second-hand _ shop|store; buy|wear|second-hand|children+'s|warm _ for+women|for+men|for+kids !'s
cloths -> clothes: wear|children+'s|fashion|designer _ !for; wear new|warm|your|my|old|dirty|baby|clean _
weights -> weighs: *singular|it|which|that|each _ *number|only|about|less|just|almost
breath -> breathe: << _ slowly|deeply|in|out|easily|normally; to|can|n't|you|could|we|skin|just|fabric _ >|in|easily|deeply|out|the|fresh|easy|better
breathe -> breath: a|deep|of|my|your|one|catch|hold|bad|every|fresh _ of|>|and|in|is|away; last|next _ of|is
bath -> bathe: to|can|we|you _ in the sea|lake; can|we|you _ daily
belief -> believe: i|we|they|to|strongly|you|people|n't|firmly|truly|not _ that|in|it|you|we|the|him
believe -> belief: our|the|my|a|strong|common|beyond|his|her|this|of|firm _ >|in|that|is|system
proof -> prove: to|can|will|must _ you|to+be; !<amount|amounts|according|access|close|due|thanks|equivalent|tantamount|response|addition|point|points|pointed|leads|led|lead|comes|came to _ that; can|will|must|do+n't|does+n't|ca+n't|did+n't _ that; do+n't|does+n't|ca+n't|did+n't _ you|to+be
prove -> proof: the|no|any|of|some|social|more|a _ of|that|is|>|read
live -> life: my|your|her|his|our|whole|their _ .|is|was|easier|style|better; daily|everyday _ is|was|easier|style; a|my|your|her|his|daily|the|our|everyday|their _ in+the+city
life -> live: i|we|they|who|do+n't|does+n't|ca+n't|did+n't _ in|here|near|with|at|on|by|together; << you _ in|here|near|with|at|on|by|together; =want|=like|=love|=need|able|going to _ in|here|near|with|at|on|by|together
lifes -> lives: *word _
live's -> life's: _
save -> safe: very|stay|feel|feels|be _ and|>|here; =be|it+'s|very|stay|feel|feels _ for+children|to+use|for+kids|to+eat|at+home; a|very _ place|way|space|payment|trip
safe -> save: can|will|please|help+you _ money|time|you|your|up+to|energy|water|the+date|*number|on|our|it|a+lot; to _ money|time|you|up+to|the+date|a+lot; !<are|were we _ money|time|up+to|energy|water|a+lot; << you _ money|time|up+to|energy|a+lot; and _ a+lot; could|would|'ll|may|might|must|should _ >|money|time|up+to|you|your|us|on|*number|energy|water|hours|the|a|them|it
prize -> price: low|lowest|fair|high|ticket|half|sale|reasonable _ of|for+the|is|list|per|includes|range|tag|you+pay|depends|,; the|a|best|our|good|at|great|full|special|same|your _ range|tag|you+pay
price -> prize: grand|nobel|pulitzer _ >|winner|winning|money|draw|in|goes; =win first|second|a|the|the+first|top|cash|grand _ >|in; first|second|top|a|cash|main|award _ winner|winning|money|draw|was+awarded|for+physics|for+literature|of+the+lottery; first|second|top|main _ goes to
lend -> borrow: can|could|to|may|i|you _ a !hand *word from
borrow -> lend: to|can|will|we _ you|him|me|her|us|them
learn -> teach: will|to|can|we|they|he|she|teachers|teacher _ you|us|them|him|me|her how|to|english
learned -> taught: he|she|who|they|teacher _ me|us|him|her how|to|english|that
teached -> taught: _
thank's -> thanks: _
exited -> excited: =be|'m|'re|so|very|really|too _ to|about|that|for|and|>
costumer -> customer: a|the|every|each|our|happy|new|one|of|as|satisfied|your _
costumers -> customers: our|the|all|many|new|happy|most|for|to|of|first|satisfied|your|other|some|*number _
add -> ad: your|an|the|our|a|this|newspaper|online|facebook|job|new _ on|in|for|about|says|is|campaign|said|>
adds -> ads: *plural|facebook|google|your|our|online|these|run|job|our _ on|in|for|are|>
ether -> either: _ way|you|we|of|one|the|to|be|*base|side|online|by; can|will|or|is|are _ *base|be
neather -> neither: _
defiantly -> definitely: is|are|my|will|we|i|most|should|it's|you|it|not|they|would|almost|'ll|'s|was|can _; << _
definite -> definitely: will|i|we _ *base
accept -> except: every|everyone|everything|open|daily|nobody|nothing day? _ on|for|sunday|sundays|monday|mondays|in|when|me|us|him|one; myself|himself|everyone|everything|anything|day _ that|in|when|where|if; , _ for|on; closed|open|free every day|*weekday|week _ *word
hope -> hoped: yesterday|ago we|i _
incidence -> incidents: two|three|several|many|these|some _
incidents -> incidence: the _ of cancer|disease
assistants -> assistance: for|need|any|require further _ >|with|in|from|please; us for _ >|with; for|any|financial|medical|technical _ please; your _ in|with this matter
assistance -> assistants: our|two|three|shop|many|sales|teaching|four _ are|help|were|will|have
attendants -> attendance: high|in|good|low|your _ at|of|was|is
correspondents -> correspondence: letters|all|your|written|our _ to|with
dependents -> dependence: the|our _ on
independents -> independence: day+of|declaration+of|their|our _ day|from
instants -> instance: in+this|each _ >|,; for _ ,
sense -> since: ever|years|long|open|business|here|months|2010|been _ we|i|the|then|2010|last|our|his|*year
since -> sense: make|makes|a|sixth _ of|>|to|that|for; common _ of|>|to; made|no|of _ of|to
cents -> sense: makes|common|in+a _; make _ of|>|to
lets -> let's: < _ go|talk|meet|start|get|see|make|take|be|not|have|look|say|try|find|do|build|work|begin|keep|face|eat|celebrate|grab|play|move|bake|hope|create|plan|think|chat|dive
let's -> lets: that|which|who|it|this|app|he|she|window|door|system|software|tool|card|key _ you|us|me|people|him|her|the|them|customers|users|guests|your
apart -> a part: =be|'re|'m|was|become|becoming|being|as|feel|feels _ of
everyday -> every day: open|work|works|worked|bake|bakes|baked|made|here|fresh|do|come|comes|go|eat|visit|use|it|them|us|you|happens|runs|delivered|seven|change|changes|closed|almost|garden|nine|bread _ >|from|at|in|of|except|until|we|to|but; :NOUN|:VERB|:ADV|it|them|*object _ >|from|at|in|except|until|on|before|after
may be -> maybe: << _ !the|a|an we|you|i|they|he|she|it+'s|that+'s
maybe -> may be: there|it|this|that|you|they|we|which|he|she|prices|some|*plural _ a|the|in|able|required|used|changed|cheaper|late|difficult|different|*past|subject
any one -> anyone: _ who|can|else|want|wants|knows|in|with|is
some one -> someone: _ who|else|from|will|to|is|has|you|in
every one -> everyone: !<and _ loves|who|knows|likes|else|wants !of; !<and _ is|was welcome|happy|excited|busy|invited|ready|friendly|tired|hungry; !<and _ in|at the office|team|company|family|meeting|party|class|village|world
all ready -> already: _ *past
all ways -> always: _ *base|*past|be
response -> respond: please|will|not|quickly _ >|to|before|by|within|as|soon; to _ to|quickly|before
manger -> manager: general|project|store|office|sales|account|property|branch|marketing|product|hotel|shop|team|line|the|our|your|a|my|event _ of|is|will|and|at|who|for|has|to|or|said|*name
pubic -> public: a|the|general|in|to|our|your|its|open|city|second|first|next _ hearing|hearings|transport|transit|school|schools|library|libraries|holiday|holidays|relations|park|parks|event|events|speaking|figure|opinion|sector|health|affairs|service|services|domain|company|access|space|spaces|*singular
he -> the: =call|of|in|on|at|to|for|from|with|by|into|over|under|near|through|visit|during|and+in|and+at _ *singular|front|first|best|last|same|next|new|old|other|whole|end|most|right|left|day|following|main !is|was|has
ones -> once: it|there|happened|him|her|us|me|at _ >|,|but|a|per|every|in|or+twice
`;
