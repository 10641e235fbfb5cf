/** Ports with a meaning of their own (OpenFlow 1.4, 7.2.1). */
export const ReservedPort = { controller: 0xffff_fffd } as const;

/** The controller as the port that a frame came in by, in the 16 bits that rules match. */
export const CONTROLLER_PORT = 0xfffd;
