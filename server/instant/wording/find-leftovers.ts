import type { Finding } from '#contract/instant/analyzer-report.ts';

type Leftover = { pattern: RegExp; why: string; how: string };
const placeholder = {
  why: 'This looks like a placeholder that nobody filled in.',
  how: 'Replace the placeholder with the real text, or delete it.',
};
const note = {
  why: 'This looks like a note to the writer.',
  how: 'Do what the note says, and then delete it.',
};
const machine = {
  why: 'This looks like a reply from an AI writing tool, left in by mistake.',
  how: 'Delete it.',
};

const leftovers: Leftover[] = [
  {
    pattern: /\blorem ipsum\b(?: dolor)?(?: sit)?(?: amet)?|\bconsectetur adipiscing\b|\bdolor sit amet\b/giu,
    ...placeholder,
  },
  { pattern: /\[(?:[^\]\n[(]{1,40})\](?![(:[])/gu, ...placeholder },
  { pattern: /\{\{?[^{}\n]{1,40}\}\}?/gu, ...placeholder },
  { pattern: /<[A-Za-z][A-Za-z _-]{1,30}>/gu, ...placeholder },
  { pattern: /%[A-Z][A-Z_]{1,20}%|\*\|[A-Z_]{1,20}\|\*|\$\{[^}\n]{1,30}\}|#[A-Z_]{3,20}#/gu, ...placeholder },
  {
    pattern:
      /(?<![\p{L}\p{N}])[$€£]?X{2,}(?:[-. ]X{2,}){0,5}(?![\p{L}\p{N}])|\b\d{3}-X{3,4}\b|\bx{3,}(?:[- ]x{3,})*\b/gu,
    ...placeholder,
  },
  { pattern: /[$€£]0{2,}(?:[.,]0{1,2})?(?!\d)|\b0{3}[- ]0{3}[- ]0{4}\b/gu, ...placeholder },
  {
    pattern:
      /\b123 (?:Main|Example|Any|Fake) (?:Street|St|Road|Rd|Ave|Avenue)\b\.?(?:, Anytown)?|\bAnytown\b|\b12345 (?:Street|Main)\b/gu,
    ...placeholder,
  },
  {
    pattern:
      /\b[\w.+-]{1,40}@(?:example|domain|yourdomain|yourcompany|company|email)\.(?:com|org|net)\b|(?<![/\w@.-])(?:www\.)?(?:yourwebsite|yourdomain|yoursite|yourcompany|example)\.(?:com|org)\b(?!\/)/giu,
    ...placeholder,
  },
  {
    pattern:
      /\b(?:insert|add|enter|put|place|type|paste) (?:your |the |a )?(?:text|name|date|price|link|image|photo|logo|content|title|company name|headline|quote|number|address|email|phone number|city|location)s? here\b/giu,
    ...placeholder,
  },
  {
    pattern:
      /\b(?:click|tap|double-click) (?:here )?to (?:edit|add|change|insert)(?: (?:text|title|your|a|the)\b)?(?: \p{L}+)?/giu,
    ...placeholder,
  },
  {
    pattern:
      /\b(?:your|the) (?:company|business|brand|product|city|website|first|last) name(?: here)?(?= (?:is|has|was|offers|provides|here|in|,))/giu,
    ...placeholder,
  },
  {
    pattern:
      /\b(?:placeholder|dummy|sample|filler) (?:text|copy|content|image|title)\b|\b(?:text|headline|subheading|title|image|caption|quote) goes here\b/giu,
    ...placeholder,
  },
  { pattern: /(?<![\p{L}\p{N}])(?:TBD|TBA|TBC|TK|TKTK|N\/A|tbd|tba|tbc)(?![\p{L}\p{N}])/gu, ...placeholder },
  {
    pattern:
      /(?<![\p{L}\p{N}])(?:TODO|FIXME|TO DO|DRAFT|HACK|NOTE TO SELF|CHECK THIS)(?![\p{L}\p{N}]):?(?: \p{L}+){0,4}/gu,
    ...note,
  },
  {
    pattern:
      /\b(?:note to (?:self|editor|designer|client|writer)|(?:editor|designer|writer)['’]s? note|delete (?:this|before (?:publishing|sending))|for internal use only|internal only|do not publish|not for publication|need(?:s)? (?:a )?(?:source|citation)|citation needed|fact[- ]check this|check with (?:legal|client|marketing)|rewrite this)\b/giu,
    ...note,
  },
  {
    pattern:
      /\bas (?:an?|your) (?:\p{L}+ )?(?:ai|artificial intelligence|language|virtual)(?: \p{L}+)? ?(?:model|assistant|bot|chatbot)?\b(?=,| i\b|\.)|\bas an ai\b/giu,
    ...machine,
  },
  {
    pattern:
      /\bas of my (?:last|latest|most recent) (?:knowledge )?(?:update|cutoff|training)(?: cutoff)?\b|\bmy (?:training data|knowledge cutoff)\b/giu,
    ...machine,
  },
  {
    pattern:
      /\b(?:i (?:can(?:no|['’])t|am unable to|do not have|don['’]t have|cannot) (?:access|browse|provide|fulfill|assist|generate|real-time)|i['’]m (?:just|only) an? (?:ai|assistant|language model))\b/giu,
    ...machine,
  },
  {
    pattern:
      /(?:^|(?<=[\n.!?"“ ]))(?:sure|certainly|of course|absolutely|great|happy to help)[!,.] ?(?:here|i|below)(?:['’]s|['’]ve| is| are| have|['’]d)[^.\n:!]{0,80}/giu,
    ...machine,
  },
  {
    pattern:
      /\b(?:here(?:['’]s| is| are)|below (?:is|are)) (?:a|an|the|your|some|my) (?:[\p{L}-]+ ){0,3}(?:revised|rewritten|updated|improved|polished|possible|sample|draft|short|text|version|draft|description|rewrite|response|summary|caption|email|post|article)s?\b(?: (?:version|draft|of|you|that|for|text|description)\b[^.\n:]{0,40})?:?/giu,
    ...machine,
  },
  {
    pattern:
      /\b(?:i hope (?:this|that) (?:helps|email finds you well|meets your)|hope this helps|let me know if you (?:need|want|would like|['’]d like)(?: me to| any)? (?:more|further|any|changes|adjust|anything|another)[^.\n]{0,40}|feel free to (?:adjust|modify|customize|edit|tweak|change|replace)[^.\n]{0,40}|would you like me to [^?\n]{1,60}\?|is there anything else (?:i can|you)[^?\n]{0,40}\?)/giu,
    ...machine,
  },
  {
    pattern:
      /\bregenerate response\b|\bcopy code\b|\b(?:chatgpt|gpt-\d) (?:said|response)\b|:?contentReference\b|\boaicite\b|\butm_source=chatgpt/giu,
    ...machine,
  },
  {
    pattern: /\b(?:word count|target audience|target keyword|meta description|seo title): ?[^\n]{0,60}/giu,
    ...note,
  },
];

/** Placeholders, notes to the writer, and replies of a writing program that were left in the text. */
export const findLeftovers = (text: string): Finding[] =>
  leftovers.flatMap(({ pattern, why, how }) =>
    [...text.matchAll(pattern)]
      // not Markdown: a task list's box or a footnote's mark
      .filter(({ 0: quote }) => !/^\[(?: |x|X|\^.*|\d{1,3}|…|\.\.\.|sic|\p{Ll}{1,3})\]$/u.test(quote))
      .map(({ 0: quote, index }): Finding => ({
        id: `leftover-${index}`,
        part: 'correctness',
        kind: 'leftover',
        severity: 'error',
        start: index,
        end: index + quote.trimEnd().length,
        what: 'Left in by mistake',
        why,
        how,
        suggestions: [],
        cost: 20,
      })),
  );
