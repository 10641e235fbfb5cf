/** Samples kept of each port: five minutes, and the moment that they begin at. */
export const SAMPLES = 61;

/** Seconds between two of them. */
export const SAMPLE_INTERVAL = 5;

/** Samples kept of each port's day: 24 hours, and the moment that they begin at. */
export const DAY_SAMPLES = 289;

/** Seconds between two of them. */
export const DAY_INTERVAL = 300;
