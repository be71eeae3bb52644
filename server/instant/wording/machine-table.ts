/** Phrases known from machine-written texts, in the form of clarity-table.ts. */
export const machineTable = `
# stock-phrase
in today 's|s? digital|fast-paced|ever-changing|modern|busy|competitive|rapidly|globalized|interconnected landscape|world|age|era|market|marketplace|economy|changing|environment|society ->
in the ever-evolving|ever-changing|fast-paced|dynamic|digital|modern|competitive|bustling|vibrant|rapidly world|landscape|realm|age|era|city|heart|evolving of? ->
in the world|realm|landscape|age|era of ->
in an era|age|world where|of|when ->
ever-evolving|ever-changing|ever-growing -> 
=delve|=dive deep|deeper? into -> look at
let us|'s|me dive|delve|explore|unpack|embark|take|break in|into|on|a|it? ->
=delve -> look
testament to -> proof of
a|as stark|living|true|as? testament|reminder|beacon to|of ->
=navigate the? complexities|challenges|intricacies|landscape|world|nuances|maze of? -> manage
=navigate the complex|complicated|ever-changing world|landscape|maze of ->
whether you 're|are|re? a|an|looking|just|planning|new|you|in ->
whether you're a|an|looking|just|planning|new ->
rich|vibrant|intricate|colorful|colourful|diverse tapestry of? ->
tapestry of -> mix of
< in conclusion|summary|essence|closing|short|brief ,? ->
to sum up|summarize|conclude ,? ->
=unlock|=unleash|=harness|=tap|=discover|=realize|=maximize|=reveal|=uncover the|your|its|their|our|into full|true|hidden|untapped|inner|real|the|your? potential|power|secrets|secret|magic|possibilities|creativity|value|beauty|art|strength|joy of? ->
=embark on|upon an?|your|this|our journey|adventure|quest of|through|into|to? ->
=embark on|upon ->
more than just a|an ->
is|are|isn't|it|'s|not|n't more|just|only than|a|an|about just? !year|hour|day|week [.|;|—|–|,] it|they|we|this 's|is|are ->
it is|'s not just|only|merely|simply|about a|an|about? :NOUN|*word *word? [.|;|—|–|,|-] ? it|but 's|is|a ->
it|this is|'s|isn|is n't|not just|only|merely|simply|about ->
not only|just is|are|do|does|will|can|has|have|about ->
not only|just *word *word? *word? , but|it|they also|is? ->
but it|they|we|you|he|she? also|rather ->
=play|plays an?|the crucial|vital|pivotal|key|essential|significant|important|critical|central|fundamental role|part in? ->
=elevate|=transform|=supercharge|=revolutionize|=revolutionise|=reimagine|=redefine|=enhance|=level the|your|how|our|up|way experience|game|way|life|style|home|space|brand|business|look|everyday|morning|evenings|you|your? ->
elevate your|the -> improve
look no further ->
search no more|further ->
=nestle|nestled in|between|among|within|at|amidst|amid the|a heart|rolling|lush|hills|foothills|center|centre of? ->
nestled -> 
in the heart of -> in
it is|'s worth|important|essential|crucial|interesting to|noting|mentioning|remembering|pointing|understanding note|remember|understand|mention|that|out? that? ->
=revolutionize|=revolutionise|=transform|=change|=redefine|=reshape the|how way|we|you|people|businesses|game|industry|world ->
=revolutionize|=revolutionise -> change
seamlessly integrate|integrates|integrated|blend|blends|connect|connects|combines|combine|transition -> work with
seamless|seamlessly -> smooth
from bustling|humble|cozy|ancient|classic|sandy|towering|lush|serene|vibrant :NOUN|*word to serene|vibrant|modern|quiet|global|lush|the|cozy|world-class ->
from humble beginnings ->
bustling|vibrant streets|markets|market|city|scene|community|culture|hub -> busy
=empower|=enable|=equip|=inspire you|users|teams|businesses|people|individuals|them|us to|with? ->
=foster|=cultivate|=nurture a|an|the|collaboration|creativity|innovation|growth|community|connections|deeper sense|culture|environment|spirit|connection|of? of? ->
sense of belonging|community|wonder|purpose|adventure ->
game-changer|game-changing -> useful
game changer|changing -> useful
treasure trove of? -> collection
say goodbye|farewell|hello to ->
and|say hello to ->
at its|their|our core|heart ,? ->
the possibilities are|is endless|limitless ->
the choice is yours ->
endless|limitless possibilities -> 
when it comes to -> for
that|this is where *word comes|come in ->
here 's the thing|kicker|catch ->
but here 's the thing ->
and the best part ? ->
the best part ? ->
the result ? ->
think of it as ->
imagine a world where|in|with ->
picture this ->
=take|=bring|=carry your|our|the|it|things|business :NOUN? to new|the|next|greater heights|next|level|heights|levels? ->
to new heights|levels ->
=stand|stands out as|from -> is
stand|stands|serve|serves|act|acts as a|an testament|beacon|reminder|symbol|hub|bridge|cornerstone|cornerstone|gateway to|of|for ->
cornerstone|beacon|hallmark|pillar|epitome|embodiment|symphony of -> 
a symphony of ->
=boast|boasts a|an|the|over -> has
=showcase|showcases|showcasing -> show
=underscore|underscores|underscoring -> show
=leverage|=harness the? power|strength|potential of -> use
=harness -> use
=captivate|captivating|=mesmerize|mesmerizing|breathtaking|awe-inspiring|unparalleled|unrivaled|unrivalled|unmatched|second-to-none -> 
meticulously|carefully|thoughtfully|expertly crafted|curated|designed|selected|chosen -> made / chosen
curated !by -> chosen
crafted with care|love|precision|passion -> made
with meticulous|unwavering|great|utmost attention|commitment|care to|detail -> 
attention to detail -> 
unwavering commitment|dedication|support to? -> 
commitment to excellence|quality|innovation|sustainability ->
passionate about -> 
dedicated to providing|delivering|helping|making|offering -> 
committed to providing|delivering|helping|making|offering|excellence -> 
strive|strives to|for provide|deliver|offer|be|exceed|excellence ->
exceed|exceeds|exceeding your|their|our|customer|all expectations ->
tailored to|for your|you|meet|every unique|specific|individual|needs|need|the|? needs? ->
tailored|bespoke|customized solutions|solution|approach|experience ->
innovative|comprehensive|cutting-edge|complete|smart solution|solutions|approach ->
holistic|comprehensive approach|solution to? ->
plethora|myriad|multitude|wealth of -> many
a wealth of ->
wide|vast|diverse range|array|variety|selection of -> many
a journey|adventure of|through|into self-discovery|discovery|flavors|flavours|time|taste ->
a feast for the|your eyes|senses ->
indulge|immerse yourself in ->
=indulge|=immerse yourself|in|your ->
sit back and|, relax ->
join us on|as this|we|our? journey? ->
your journey|adventure starts|begins here|today? ->
discover the|a|how|why|what magic|art|joy|beauty|world|difference|power|secret|secrets of? ->
experience the magic|difference|joy|beauty|thrill|ultimate|best of? ->
the ultimate|complete|definitive guide|solution|destination|experience to|for? ->
everything you need to know ->
make|makes|making a real|lasting|difference impact|difference|in? ->
pave|pave|paves|paving the way for|to -> lead to
shed|sheds|shedding light on -> explain
serves|serve as a|an -> is
it is|'s no secret|wonder|surprise that ->
gone are the days when|of ->
like never before ->
as never before ->
second nature|to|none ->
the world of :NOUN awaits ->
awaits you|>|your -> 
a must for|- any|every|all ->
perfect for any|every|all occasion|occasions|season|room|? ->
in a world where|of|full ->
deeper|deep understanding|dive|connection of|into|with -> 
furthermore|moreover|additionally ,|it|the|we -> also
crucial|pivotal|paramount -> important
intricate|intricacies -> fine
multifaceted|nuanced|holistic -> 
synergy|paradigm|landscape of -> 
realm -> area
vibrant -> lively
robust and|solution|platform|system ->
transformative|groundbreaking|trailblazing|revolutionary|visionary -> new
`;
