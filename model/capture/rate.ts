/** Frames a second that a capture may ask for: the lines to the agent hold 1,024 frames of all classes at once. */
export const CAPTURE_RATE_MAXIMUM = 1000;
