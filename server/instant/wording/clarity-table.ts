/**
 * Phrases that make a text longer or duller: lines “# kind” followed by lines “pattern -> plain words / other plain words”. With
 * nothing after the arrow, the advice is to cut the phrase. The patterns are those of word-pattern.ts; brackets mark the phrase
 * where it isn't the whole pattern.
 */
export const clarityTable = `
# wordy
on a daily basis -> daily / every day
on a weekly basis -> weekly / every week
on a monthly basis -> monthly / every month
on a yearly|annual basis -> yearly / every year
on a regular basis -> regularly
on a :ADJ basis ->
at this point in time -> now
at this moment in time -> now
at this time -> now
at the present|current time|moment -> now
at that point in time -> then
at a later date|time|point -> later
at an early|earlier date -> soon / earlier
in the event that -> if
in the event of -> if there is
in case of -> if there is
in the not too distant future -> soon
in the foreseeable|near future -> soon
in the vicinity of -> near
in close proximity to -> near
in the course of -> during
in the process of -> 
in the amount of -> for
in the absence of -> without
in the majority of cases -> usually
in most cases -> usually
in many|some cases -> often / sometimes
in spite of the fact that -> although
in view|light of the fact that -> because
in the field|area of -> in
in a :ADJ manner|fashion|way -> 
in a more|most :ADJ manner|way|fashion -> 
in such a way that -> so that
in order for -> for
in order that -> so that
in connection with -> about
in conjunction with -> with
in relation to -> about
in regards|regard to -> about
in reference to -> about
in excess of -> more than
in possession of -> has / have
in the matter of -> about
in the midst of -> in / during
in this day and age -> today
in today|today's 's? day and age -> today
with regard|regards|respect|reference to -> about
with the exception of -> except
with the aim|intention|purpose|goal of -> to
with the help|aid of -> with
with a view to -> to
for the duration of -> during
for the purpose|purposes of -> for / to
for the reason that -> because
for the sake of -> for
for a period of -> for
for all intents and purposes -> 
owing to the fact that -> because
on account of -> because of
on the grounds that -> because
on the occasion of -> on / at
on the basis of -> based on / by
on the part of -> by
on behalf of -> for
by means of -> with / by
by virtue of -> by / because of
by way of -> by
as a consequence|result of -> because of
as a matter of fact -> in fact
as a means of -> to
as per -> under / following
as to whether -> whether
as regards -> about
as well as !possible|i|you|he|she|we|they|it|ever -> and
despite the fact that -> although
regardless of the fact that -> although
given the fact that -> because
because of the fact that -> because
the fact that -> that
owing to -> because of
prior to -> before
subsequent to -> after
previous to -> before
until such time as -> until
during the course|time of -> during
during such time as -> while
has|have the ability|capability|capacity|opportunity to -> can
=be in a position to -> can
is|are|am able to -> can
was|were able to -> could
is|are capable of -> can
a large|great|vast|significant|considerable|high number of -> many
a large|great|vast|significant|considerable amount of -> much / a lot of
a number of -> some / several
a majority of -> most
a great deal of -> much
a wide range|variety|array of -> many
a variety of -> many
a multitude|plethora|myriad of -> many
a small number of -> few
the majority of -> most
the vast majority of -> most
the reason why is|was that? -> because
the reason is because -> because
the reason why -> why / the reason
the way in which -> how
the manner in which -> how
the question as to whether -> whether
the extent to which -> how much
the process of -ing -> 
there is|are no doubt that -> surely
there is a need for -> needs
there are many|some|several|a people|companies|customers|guests|visitors|*plural who|that|which -> 
it is important|worth|essential|necessary|useful|interesting to note|mention|remember|point|understand|say out? that -> 
it should be noted|mentioned|remembered|pointed out? that -> 
it is worth noting|mentioning|pointing out? that? -> 
it goes without saying that? -> 
it is clear|obvious|evident|apparent that -> clearly
it is possible that -> may
it is likely that -> probably
it is necessary to -> must
it is our understanding|belief that -> we think
it has come to our|my attention that -> 
it would appear that -> 
=make use of -> use
=make|makes an? effort|attempt to -> try to
=be of the opinion that -> thinks / think
is|are aware of the fact that -> knows / know
is|are dependent on|upon -> depends on
is|are indicative of -> shows
is|are reflective of -> reflects
is|are supportive of -> supports
is|are desirous of -> wants
is|are in agreement with -> agrees with
is|are in need of -> needs / need
is|are in receipt of -> have
is|are in possession of -> has / have
is|are responsible for -ing -> 
is|are designed to -> 
is|are intended to -> 
serves|serve to -> 
=take into account|consideration -> consider
=take place -> happen
=give rise to -> cause
=have an impact|effect on -> affect
=have a tendency to -> tend to
=have the need for|to -> need
=be subject to change -> may change
=come into contact with -> meet
=bring to a close|conclusion|end -> end
=put forward -> propose
=go ahead and -> 
=be going to be able to -> will
=make certain that? -> make sure
carry|carries|carried out -> do
each and every -> each / every
any and all -> all
first and foremost -> first
when it comes to -> for / in
in terms of -> in / for
what we do is -> 
the thing is that? -> 
!<the|:ADJ outside|inside|off of -> 
not in a position to -> cannot
whether or not -> whether
if and when -> if / when
more often than not -> usually
over the course of -> during
once again -> again
please do not hesitate to -> please
please don|do n't hesitate to -> please
feel free to contact -> call / write to
should you have any questions|queries -> if you have questions
at your earliest convenience -> soon / by Friday
enclosed|attached please find -> here is
please find enclosed|attached -> here is
as soon as possible -> soon / by Friday
utilise|utilises|utilised|utilising|utilisation -> use
commence|commences|commenced -> start / begin
endeavour|endeavours -> try
approximately -> about
to|can|could|will|may|you|we|they [purchase] the|a|an|any|it|them|your|one|two|more|tickets -> buy
assist|assists -> help
sufficient -> enough
demonstrate|demonstrates -> show
obtain|obtains -> get
ascertain -> find out
aforementioned -> this / that
whilst -> while
amongst -> among
!<once upon -> on
thereby|therein|thereof|hereby|herewith|hereto|wherein -> 
# redundant
free gift|gifts -> gift
=repeat it? again -> repeat
=return|=revert|=refer|=reply|=respond back -> $1
=merge|=combine|=join|=blend|=mix|=link|=collaborate|=connect|=gather|=meet|=assemble|=cooperate|=fuse together -> $1
advance|advanced planning|warning|notice|plans|reservation|reservations|booking|preview -> $2
=plan ahead|in advance -> $1
=pre-book|=book in advance -> book
=warn in advance -> warn
end|final result|results|outcome|outcomes|conclusion|product -> $2
past history|experience|experiences|memories|records -> $2
future plans|plan|prospects -> $2
absolutely|completely|totally|utterly essential|necessary|unique|perfect|full|empty|certain|complete|unanimous|free|finished|destroyed|identical|opposite|dead|eliminate|sure -> $2
very|most|quite|rather unique|essential|unanimous -> $2
basic|very fundamentals|essentials|basics|necessities -> $2
12|twelve noon|midnight -> $2
am|a.m. in the morning -> a.m.
pm|p.m. in the evening|afternoon -> p.m.
round|square|large|small|oval|red|blue|heavy in shape|size|color|colour|weight|nature -> $1
unexpected|sudden|surprise|unanticipated surprise|surprises|emergency|ambush -> $2
first began|started|invented|introduced|discovered|opened|created|met -> $2
first|initially of|began all begin -> first
pin|atm|hiv|isbn|vin|lcd|upc|gps number|machine|virus|display|code|system -> $1
true|actual|real|proven fact|facts -> $2
new innovation|innovations|invention|beginning|recruit|initiative|discovery|start -> $2
close personal friend|friends -> close friend
personal|own personal opinion|belief|friend|experience -> $2
exact same -> same
added|extra|additional bonus|bonuses|extra -> bonus
brief|short summary|moment|overview -> $2
general public|consensus -> $2
joint collaboration|cooperation|partnership -> $2
mutual cooperation|agreement|respect|collaboration -> $2
major breakthrough|breakthroughs -> $2
old adage|proverb|cliché|saying|tradition -> $2
over exaggerate|exaggerated -> exaggerate
=protrude|=protruded out -> protrude
=enter in -> enter
=ask|=inquire a the question -> ask
safe haven|haven -> haven
same identical -> identical
still remains|remain|persists|continues -> remains
sum|grand total -> total
=summarize|=summarise briefly -> summarize
usual|normal custom|routine -> $2
various different -> various
different kinds|varieties|types of -> 
whole entire -> entire
=record|=note down -> $1
=continue on|to remain -> continue
=postpone|=defer until later -> postpone
=progress|=proceed|=advance forward|ahead|onward -> $1
=reduce|=shrink|=descend|=fall down -> $1
=rise|=ascend|=lift|=raise up -> $1
=add|=include an? additional|also -> add
also in addition|addition -> also
as well also|too -> as well
and also -> and
period of time -> period / time
=spell out in detail -> explain
consensus of opinion -> consensus
alternative|other choice|choices|alternative -> choice
armed gunman -> gunman
biography of his|her life -> biography
circle|square around|box -> 
completely|entirely surrounded|filled|eliminate|eliminated|remove -> $2
current|currently status|trend|now -> $2
empty|vacant space|hole -> space
difficult dilemma -> dilemma
direct confrontation -> confrontation
false pretense|pretenses -> pretense
foreign import|imports -> import
frozen ice -> ice
harmful injury|injuries -> injury
hot water heater -> water heater
illustrated drawing -> drawing
invited guests -> guests
little|small tiny|baby -> tiny
local resident|residents -> residents
natural instinct -> instinct
necessary requirement|requirements|prerequisite -> requirement
null and void -> void
none at all -> none
now pending -> pending
pick and choose -> choose
plain and simple -> plain
polar opposites -> opposites
positive benefit|improvement -> benefit
possible chance|possibility -> chance
present incumbent|time -> now
regular routine -> routine
reason why -> reason
separate|individual and distinct -> separate
specific example|examples|details -> examples
stupid|tired cliché|cliche -> cliché
temporary reprieve|loan -> reprieve
terrible tragedy -> tragedy
ultimate goal|aim -> goal
unintentional|honest mistake -> mistake
visible to|with the eye -> visible
warm|heated heat -> 
wet water -> 
join|unite in together -> join
equally as -> equally / as
but however|nevertheless|yet -> but
so therefore -> so
may|might|could possibly|potentially|perhaps -> $1
maybe|perhaps might|may|could -> might
probably perhaps|maybe|likely -> probably
can|could be able to -> can
best ever ever -> best
main|key focal|focus point|priority -> focus
one and the same -> the same
tried and tested|true -> tested
hopes and dreams -> hopes
peace and quiet -> quiet
ways and means -> ways
aid and abet -> help
cease and desist -> stop
various and sundry -> various
few in number -> few
=be in existence -> exists
=have both two -> has two
two equal halves -> halves
twin two -> two
=gather|=bring|=come all|both together -> 
revert|return back|again to -> return to
refer back to -> refer to
=recur again -> recur
rsvp please -> RSVP
please rsvp -> RSVP
`;
