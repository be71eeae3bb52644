/** Clichés, jargon, hidden verbs, hedges and slow starts, in the form of clarity-table.ts. */
export const habitTable = `
# cliche
at the end of the day|, ->
when all is said and done ->
all things considered ->
the bottom line is that? ->
the long and short of it ->
=think outside the|of box|the box? ->
outside the box -> new
=take it|things|your|our|business to the next level -> improve
to the next level -> 
to a whole new level -> 
24/7 -> at any time
=go|goes|going the extra mile -> do more
=go above and beyond -> do more
above and beyond -> more
level playing field -> fair market
tip of the iceberg -> small part
tip of the spear -> front
=hit the ground running -> start fast
=hit the nail on the head -> be right
last but not least -> finally
win-win -> good for both
win - win -> good for both
needless to say ->
leave|left|leaves no stone unturned -> check everything
rocket science -> hard
piece of cake -> easy
best of both worlds -> both
breath of fresh air -> new
give|gives|giving|gave 110|110% percent|% -> 
110 percent|% -> 
raise|raises|raising|raised the bar -> improve
time is money ->
push|pushes|pushing the envelope|boundaries -> try more
no-brainer -> easy choice
no brainer -> easy choice
tried and true -> tested
ahead of the curve|game|pack -> early
back to square one -> back to the start
ballpark figure -> estimate
ball is in your|their|our court -> your turn
=bite the bullet -> accept it
=break the ice -> start talking
bring|brings to the table -> offer
=burn the midnight oil -> work late
=call it a day -> stop
can of worms -> problem
=cut corners|to chase -> 
=cut to the chase -> get to the point
crystal clear -> clear
diamond in the rough -> 
drop in the ocean|bucket -> very little
easier said than done -> hard
elephant in the room -> the problem
=fall through the cracks -> be missed
few and far between -> rare
fit|fits like a glove -> fits
food for thought -> something to think about
for what it 's worth ->
from the get-go -> from the start
game changer|plan -> 
=get the ball rolling -> start
=get your ducks in a row -> prepare
give|gave the green light -> approve
good as gold|new -> 
grass is always greener ->
head and shoulders above -> better than
heart and soul -> 
=jump on the bandwagon -> follow
jump|jumped through hoops -> 
=keep your|our eyes peeled|open -> watch
labor|labour of love -> 
learn|learning curve -> 
light at the end of the tunnel -> 
like a well-oiled machine -> smoothly
low and behold ->
make|makes|made a long story short ->
more bang for your|the buck -> more for your money
bang for your|the buck -> value
money talks ->
music to my|our|your ears -> 
needle in a haystack -> 
not all heroes wear capes ->
nip it in the bud -> stop it early
old school -> traditional
on the same page -> agreed
on the cutting|leading|bleeding edge -> 
one size fits all -> 
one-stop shop|shop -> 
one stop shop -> 
only time will tell -> we'll see
par for the course -> normal
perfect storm -> 
pick|picks of the litter -> best
play|plays hardball -> 
plenty of fish in the sea ->
pull|pulled out all the stops -> did everything
put|puts your|our best foot forward -> do your best
rain or shine -> in any weather
read between the lines -> 
second to none -> best
seal the deal -> close
see|saw eye to eye -> agree
sky 's|is the limit ->
sleep|sleeping giant -> 
slippery slope -> 
stand|stands the test of time -> last
stand|stands out from the crowd -> differ
state of the art -> new
step up to the plate -> act
take|takes|taking the bull by the horns -> act
take|takes your|our|their breath away -> 
the proof is in the pudding ->
the rest is history ->
the sky is the limit ->
the whole nine yards -> everything
think big -> 
through thick and thin -> always
throw|threw in the towel -> give up
tick|ticks all the|your boxes -> suits you
time and time again -> often
time flies ->
tip the scales -> 
to the best of our|my ability -> 
touch wood ->
tough nut to crack -> hard
turn over a new leaf -> start again
under one roof -> 
under the weather -> ill
up and running -> working
up in the air -> open
walk in the park -> easy
what 's not to love|like ->
when push comes to shove -> 
win the day -> 
without further ado ->
worth its weight in gold -> valuable
you get what you pay for ->
in a nutshell -> in short
in today's|todays fast-paced|busy|modern|digital|competitive world|society|age|environment ->
in today 's fast-paced|busy|modern|digital|competitive world|society|age|environment|landscape|market ->
fast-paced world|environment -> 
in this day and age -> today
once in a lifetime -> rare
once-in-a-lifetime -> rare
dream come true -> 
something for everyone -> 
hidden gem -> 
must-have|must-see -> 
treat yourself -> 
life is short ->
less is more ->
quality over quantity ->
customer|customers is|are king|first ->
your satisfaction is our -> 
your success is our -> 
we put customers|people first ->
passion for excellence|quality -> 
# jargon
leverage|leverages|leveraging|leveraged -> use
synergy|synergies|synergize -> working together
touch base -> talk / call
circle back -> return / reply
=reach out to -> contact / call
core competency|competencies|competence -> skills
end-to-end solution|solutions|service|process -> complete
turnkey|turn-key|bespoke solution|solutions -> ready
best-of-breed|best-in-breed -> best
actionable insights|insight -> advice
=drill down -> look closely
=move the needle -> make a difference
have|has|had|no|enough|the|my|our [bandwidth] to|for|right -> time
paradigm shift|shifts -> change
paradigm -> model
value proposition|add -> offer
value-add|value-added -> useful
=take this|it|that offline -> talk later
stakeholder|stakeholders -> people involved / partners
onboard|onboards|onboarding|onboarded -> welcome / train
incentivize|incentivise|incentivizes -> reward
holistic|holistically -> complete / whole
low-hanging fruit -> easy wins
low hanging fruit -> easy wins
deep dive -> close look
deep-dive -> close look
ideate|ideates|ideation -> think
mission-critical -> vital
mission critical -> vital
deliverable|deliverables -> results / documents
=align on|with|our|around -> agree on
strategic|team|better|full|organizational|organisational alignment -> agreement
in alignment with -> in line with
=action this|the|that|it today|now? -> do
will|to|can|please [action] this|the|that|it|these -> do
operationalize|operationalise -> start / run
strategize|strategise -> plan
monetize|monetise|monetization -> earn from
granular|granularity -> detailed
scalable|scalability -> that can grow
robust -> strong
partner|digital|business|innovation|product|solution [ecosystem|ecosystems] -> market / partners
learnings -> lessons
key takeaway|takeaways -> main points
takeaways -> main points
pain point|points -> problems
touchpoint|touchpoints -> contacts
omnichannel|omni-channel -> everywhere
thought leader|leaders|leadership -> expert
best practice|practices -> what works
boil the ocean -> try too much
blue-sky thinking -> new ideas
blue sky thinking -> new ideas
=peel back the|onion -> 
going forward|forwards -> from now on
moving forward -> from now on
=run it up the flagpole -> suggest it
in the pipeline -> planned
=put a pin in -> leave
swim lane|lanes -> tasks
north star -> goal
=pivot to|toward|towards|away -> change
=disrupt the|an? entire? market|markets|industry|industries|space|sector|status ->
disruptive innovation|technology|technologies|solution|solutions|startup|thinking ->
agile mindset|organization|organisation|approach|partner -> quick
empower|empowers|empowering|empowerment -> help / let
optimize|optimise|optimizes|optimizing|optimising|optimization|optimisation -> improve
streamline|streamlines|streamlined|streamlining -> simplify
facilitate|facilitates|facilitating -> help / run
interface with -> talk to
impactful -> effective
actionable -> practical
proactive|proactively -> early
cross-functional -> joint
client-centric|customer-centric|user-centric -> 
customer-facing -> 
data-driven -> based on data
results-driven|results-oriented|result-oriented -> 
cutting-edge|bleeding-edge|leading-edge -> new
next-generation|next-gen -> new
world-class -> 
solution provider|providers -> 
full-service -> 
vertical|verticals >|market|markets -> industry
[verticals] -> industries
wheelhouse -> area
buy-in -> support
headcount -> staff
offboard|offboarding -> leave
sync up -> meet
sync-up -> meeting
ping me|us|him|her -> write to
loop in|you -> include
roadmap -> plan
workflow|workflows -> process
sunset this|the -> end
gamify|gamification -> 
growth hacking|hack -> 
# nominalization
=make a|the|our|their decision|decisions to|about|on? -> decide
=make an? improvement|improvements to|in|on? -> improve
=make an? assessment|evaluation of -> assess
=make an? recommendation|recommendations|suggestion|suggestions to|that? -> recommend / suggest
=make an? payment|payments -> pay
=make a contribution|contributions to? -> contribute
=make an? change|changes|adjustment|adjustments|modification to -> change / adjust
=make a choice|selection|purchase|complaint|statement|reservation|booking -> choose / buy / complain
=make an? announcement|arrangement|arrangements|application|attempt|offer|inquiry|enquiry|investment|comparison|distinction about|of|for|to|between|in? -> announce / arrange / apply
=make plans|provision for -> plan
=conduct|=perform|=undertake|=do|=carry an? investigation|analysis|review|assessment|examination|inspection|survey|test|evaluation|study|check|audit|search|installation into|of|on? -> investigate / review / test
=carry out an? the? investigation|analysis|review|assessment|examination|inspection|survey|test|evaluation|study|check|audit|repairs|installation|work into|of|on? -> investigate / review / test
=give an? explanation|description|demonstration|presentation|consideration|indication|overview of? -> explain / describe / show
=give its|their|our|his|her approval to -> approve
=give consideration|thought|approval|permission|assistance|support|priority|notice to? -> consider / approve / help
=give an answer|reply|response to? -> answer
=provide an? explanation|description|overview|summary|indication|estimate|assistance|help|support|guidance|advice|assessment|analysis|recommendation of|to|for? -> explain / describe / help
=offer assistance|support|help|advice|guidance to|with? -> help / advise
=come to an? decision|conclusion|agreement that? -> decide / conclude / agree
=reach an? decision|conclusion|agreement|understanding on|that|with? -> decide / agree
=arrive at a decision|conclusion -> decide / conclude
=have a discussion|conversation|meeting|talk|argument|preference|need|intention|desire|look|impact|influence about|with|for|on|of? -> discuss / talk / prefer
=hold a discussion|meeting|conversation|consultation|vote|debate about|with|on? -> discuss / meet
=take into consideration|account -> consider
=take action|measures|steps to|on? -> act
=take the decision|opportunity to -> decide
=take a decision|look|vote|measurement at|of|on? -> decide / look
=be in agreement|favor|favour with|of|that -> agree
=place emphasis|importance|orders on? -> stress
=put emphasis|pressure on -> stress
=show improvement|growth|interest|appreciation in|for? -> improve / grow
=express interest|concern|gratitude|thanks|regret|appreciation in|about|for|that? -> thank / regret
=achieve growth|savings|success|improvement|reduction in|of? -> grow / save
=ensure the completion|delivery|success of -> complete / deliver
=bring about an? improvement|change|reduction in? -> improve / change
=enter into an? agreement|discussions|negotiations with|on? -> agree / negotiate
=exert influence|pressure on -> influence
=raise an? objection|question|concern to|about? -> object / ask
=submit an? application|request|proposal|complaint for? -> apply / ask
the implementation|introduction|installation|removal|creation|development|construction|completion|preparation|execution|establishment|reduction|provision|addition|distribution|evaluation|collection|improvement|organization|organisation|selection|delivery of -> 
implementation of -> 
utilization|utilisation of -> using
=be a reflection|indication|reminder|demonstration of -> reflect / show
=do a review|comparison|cleaning|translation of -> review / compare
=render assistance -> help
=lend support|assistance to -> support
# hedge
it seems|appears that? maybe|perhaps? ->
it seems|appears|would that|like ->
it could|can|may|might be argued|said that ->
it might|may be the case that ->
seems|appears to be -> is
sort|kind of -> 
sort of -> 
could|may|might possibly|potentially|perhaps|maybe|conceivably -> 
i|we think|believe|feel|guess|suppose|assume that? perhaps|maybe|probably? -> 
i|we believe|feel that ->
i would say|argue that? ->
i|we would like to think|try|suggest|say|believe to? ->
in my|our humble? opinion|view ->
as far as i|we know|can|are tell|concerned? ->
to the best of my|our knowledge ->
for the most part -> mostly
more or less -> almost / about
somewhat -> 
rather -ly -> 
=be|'s|feels|looks [rather|fairly|pretty|quite|slightly] :ADJ -> 
to some|a certain extent|degree -> 
to a large extent -> largely
in a way|sense ->
in some ways ->
in general|theory , ->
generally speaking ->
try|tries to do|give|be|make|offer|provide our|your|their best? to? -> 
=do our|my|their best to -> 
=tend to be -> is / are
=tend to -> 
hopefully|arguably|presumably|supposedly|seemingly|apparently -> 
perhaps|maybe -> 
as it were ->
so to speak ->
if you will ->
a bit|little :ADJ -> 
a bit of a -> a
almost certainly|always|never -> 
just|simply a|wanted|want thought|to? -> 
just wanted to -> 
should be able to -> can
might want to -> should
may or may not -> may
one of the most|best|leading -> 
there is a chance|possibility that -> may
it is possible|likely|probable that -> may
not entirely|completely|necessarily|really sure|certain|clear? -> 
would seem|appear -> is
most|very likely -> probably
probably|possibly -> 
up to a point ->
in most cases ->
some people|might|would say ->
can|could be used to -> can
usually|often|sometimes tends|tend to -> 
# weak-opening
< there is|are|was|were|will|has|have be|been? !no|nothing ->
< there 's a|an|nothing|something|lots ->
< it is|was|has|would|will|'s :ADV? our|my|in|at|through|because|by|important|essential|necessary|possible|crucial|vital|clear|true|obvious|interesting|likely|known|said|believed ->
< it is our|my pleasure|goal|aim|mission|belief|intention|policy to|that ->
< this is to inform|let|confirm|advise|tell you? know? that? ->
< i|we am|are writing to|because|in|with|about inform|let|ask|tell|confirm|thank|say|regards? you? know? that? ->
< please be advised|informed|aware|note that ->
< please note|know that ->
< i|we would|'d like|want to take this|the|inform|let|thank|say|tell|announce|invite|introduce|start|begin|express|offer ->
< i|we just? want|wanted to let|say|tell|thank|share|reach|ask|check ->
< what i|we want|mean|need|do is|to ->
< as you may|might|all|probably? know|be ,|aware|that? ->
< as a matter of fact ->
< the fact|reason|thing|truth|point is|that that? ->
< in this article|post|guide|blog|email|text|section|page|newsletter ,? we|you|i|will? ->
< have you ever wondered|thought|asked|dreamed about|what|why|how|yourself|if? ->
< did you know that? ->
< are you looking|searching|tired|ready for|of|to ->
< we all know that? ->
< we are|'re excited|proud|pleased|happy|delighted|thrilled|glad to announce|share|present|introduce|inform|offer|welcome you? ->
< we are|'re excited|proud|pleased|happy|delighted|thrilled|glad to say that? ->
< welcome to our|the website|site|page|homepage|blog|world ->
< first of all ->
< to begin|start with ->
< that being said ->
< having said that ->
< with that said|being|in said|mind? ->
< at|here our|in|at company|the? , ->
< so|well|basically|actually|honestly|okay|ok|anyway , ->
< once upon a time ->
< since the dawn|beginning of time ->
< throughout history ->
< since time immemorial ->
< nowadays ->
`;
