/** Marks that plain text doesn't have by chance: a heading, a bullet, bold words, a link. */
const marks = /^#{1,6} \S|^[-*+] \S|\*\*\S[^*]*\*\*|\[[^\]\n]+\]\([^)\s]+\)/m;

/** Whether a delivered text is Markdown. Other texts are shown unchanged, line by line. */
export const isMarkdown = (text: string): boolean => marks.test(text);

/** Whether a link of a delivered text may be followed: web and email addresses only. */
export const isSafeLink = (address: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(address);
