/** The suggestion with a capital if the replaced word begins with one: "In order to" becomes "To". */
export const matchCapital = (word: string, suggestion: string): string =>
  /^\p{Lu}/u.test(word) ? suggestion.charAt(0).toUpperCase() + suggestion.slice(1) : suggestion;
