/**
 * Octets of a file at most that a switch gives or takes beside firmware, from a browser and through a cloud: a configuration with
 * every table full, each row at its longest, its secrets encrypted (docs/specification/differences.md, "Values").
 */
export const LARGEST_FILE = 16 * 1024 * 1024;
