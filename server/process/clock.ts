/** Returns the current instant (UTC). Tests pass their own clock. */
export type Clock = () => Date;
