/** Samples kept of each port: five minutes, and the moment that they begin at. */
export const SAMPLES = 61;

/** Seconds between two of them. */
export const SAMPLE_INTERVAL = 5;
