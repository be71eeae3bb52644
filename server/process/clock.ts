/** The current instant (UTC); tests hand in their own. */
export type Clock = () => Date;
