/** Settings of shops on a slow test machine: no call is refused because of load, except in the test of load shedding. */
export const patience = { BUSY_AFTER_MS: '600000' };
