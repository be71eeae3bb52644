/** Number of days for which the link of a proposal works. */
export const proposalDays = 14;

/** What comes before the token in the link of a proposal: the page `/cart`, and a hash, which browsers never send to a server. */
export const proposalHash = '#proposal=';
