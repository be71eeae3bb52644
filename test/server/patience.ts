/** Settings for shops on a slow test machine: no call is refused for load, except in the test of load shedding. */
export const patience = { BUSY_AFTER_MS: '600000' };
