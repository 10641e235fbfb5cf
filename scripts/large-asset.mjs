/** Octets beyond which a package holds a file of a console as it is, and not compressed on its own. */
export const LARGE_ASSET = 250_000;
