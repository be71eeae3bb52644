type Row = { is: RegExp; suggested?: RegExp; after?: RegExp; before?: RegExp };

/**
 * Words that are right where they stand, though a rule would change them. `is`: the words; `suggested`: the first suggestion;
 * `before` and `after`: the text around them. Each row is an alarm in texts of good writers.
 */
const rows: Row[] = [
  // “they too have a say”, “too many in too small a pen”
  { is: /^too$/iu, suggested: /^to$/iu, before: /\b(?:I|you|he|she|it|we|they|who)\s$/iu },
  { is: /^too$/iu, suggested: /^to$/iu, after: /^ \p{L}+ an? /u },
  { is: /^they$/iu, suggested: /^them$/iu, after: /^ too\b/iu },
  // “from yellow to red, you …”, “easier than to wait”
  { is: /^to$/iu, suggested: /^too$/iu, before: /\bfrom [\p{L} ]{1,30}\s$/iu },
  { is: /^to$/iu, suggested: /^too$/iu, before: /\bthan\s$/iu },
  // “It is now quite lawful to …”
  { is: /^quite$/iu, suggested: /^quiet$/iu, after: /^ \p{L}+ (?:for|to|that|in|at|of|by|and|but)\b/iu },
  // “easier to say ‘…’ than it is to do”
  { is: /^than$/iu, suggested: /^then$/iu, after: /^ (?:it|that|this) (?:is|was|would be) to\b/iu },
  // “I’LL” in capitals
  { is: /^\p{Lu}+['’]\p{Lu}+$/u, before: /(?:^|\p{Lu}{2,}[,;:]? |[.!?] )$/u, after: /^ \p{Lu}{2,}/u },
  // “one another’s work”
  { is: /^another['’]s$/iu },
  // “goin’ home”
  { is: /^\p{L}+in$/iu, suggested: / in$/iu, after: /^['’]/u },
  // a prefix: “hexa-”
  { is: /^\p{L}+$/u, suggested: / /u, after: /^-(?!\p{L})/u },
  // “all it can to help”
  { is: /^to \p{L}+$/iu, before: /\ball (?:\p{L}+ ){1,2}can\s$/iu },
  // “is considered to apply”
  { is: /^to \p{L}+$/iu, suggested: /ing$/iu, before: /\bconsidered\s$/iu },
  // “conforms to published standards”, “hostile to organized labor”
  {
    is: /^to \p{L}+ed$/iu,
    before:
      /\b(?:conform|listen|lead|appl|relat|refer|respond|react|adapt|attach|add|limit|object|look(?:ing)? forward|hostile|similar|equal|opposed|committed|dedicated|due|according|contrary|thanks|access|addition|response)\p{L}{0,3}\s$/iu,
  },
  // “the good will of the town”
  { is: /^will of$/iu, before: /\b(?:good|free|own|ill|the|an?|his|her|their|our|last)\s$/iu },
  // “Give me your tired, your poor”
  { is: /^your$/iu, suggested: /^you['’]re$/iu, after: /^ \p{L}+,(?: and)? your\b/iu },
  // “people in this world who do not think”
  { is: /^(?:do|have|are|go)$/iu, before: /\bpeople [^.,;]{1,30} who\s$/iu },
  // “I suggest he go”
  {
    is: /^\p{Ll}+$/u,
    suggested: /s$/u,
    before:
      /\b(?:suggest|recommend|insist|demand|ask|propose|request|require|advise)\p{Ll}{0,3} (?:that )?(?:he|she|it)\s$/iu,
  },
  // “something like that”
  { is: /^like$/iu, suggested: /^likes$/iu, before: /\b(?:some|any|no|every)thing\s$/iu },
  // “One might ask”, “the only one moving”
  { is: /^one \p{L}+$/iu, suggested: /^one piece of (?:might|outside|inside|\p{L}+ing)$/iu },
  // “Many believe this”, “All too many find the prices high”
  {
    is: /^\p{Ll}+$/u,
    before: /(?:^|[.!?;:] |\btoo )many\s$/iu,
    after: /^ (?:the|an?|this|these|that|it|them|their|\p{Ll}+ly)\b/u,
  },
  // a choice: “Thus the …”, “Nowadays we …”
  { is: /^(?:thus|therefore|hence|nowadays|today|often)$/iu, suggested: /,$/u },
  // plural nouns: “reversion storages, cellars”, “misbehaviors which”
  {
    is: /^\p{L}+s$/u,
    suggested: /['’]s$/u,
    after: /^(?:[,.;:!?)]| (?:which|that|who|and|or|in|on|of|for|to|from|with|at|are|were|have|had)\b)/u,
  },
  // the head of a list: “(a) early”, “Appendix A) is”, “A or B”
  { is: /^an?$/iu, after: /^(?:\)| or \p{Lu}\b)/u },
  // “a lot of humor”
  {
    is: /^\p{Ll}+$/u,
    suggested: /s$/u,
    before: /\ba lot of\s$/iu,
    after: /^ (?:in|from|is|was|has|about|to|here)\b/u,
  },
  // words in common use that the linter’s dictionary lacks or capitalizes otherwise
  { is: /^(?:Unix|MUDs?|continuums|unpaid|ungreased|untenured)$/u },
];

/** Whether these words are right between the text before and after them, though a rule suggests others. */
export const isRightInContext = (quote: string, suggestion: string, before: string, after: string): boolean =>
  rows.some(
    (row) =>
      row.is.test(quote) &&
      (row.suggested?.test(suggestion) ?? true) &&
      (row.before?.test(before) ?? true) &&
      (row.after?.test(after) ?? true),
  );
