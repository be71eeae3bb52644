/** Settings for shops on a slow test machine: only the test of load shedding has calls refused for it. */
export const patience = { BUSY_AFTER_MS: '600000' };
