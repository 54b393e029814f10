/** For what comes by itself: long enough for a machine that has others to serve, where a second may not be. */
export const PATIENCE = { timeout: 60_000, interval: 20 }
