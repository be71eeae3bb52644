/** The current instant (UTC); tests pass their own. */
export type Clock = () => Date;
