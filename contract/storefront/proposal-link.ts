/** Number of days for which a proposal's link is valid. */
export const proposalDays = 14;

/** The part of a proposal's link between the page `/cart` and the token. A hash, because browsers never send it to a server. */
export const proposalHash = '#proposal=';
