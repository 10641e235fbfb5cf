/**
 * As delivered, agents give back to the system what they free, piece by piece (apps/device/faceplate.sh). One that lives for seconds
 * only pays for that: up to a quarter of the processor time of its start.
 */
const keeping = { MALLOC_TRIM_THRESHOLD_: String(2 ** 28), MALLOC_MMAP_THRESHOLD_: String(2 ** 25) };

// For agents and clouds that tests start.
for (const [name, octets] of Object.entries(keeping)) process.env[name] ??= octets;

/** The environment of a program whose memory a test measures. */
export function givingMemoryBack(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in keeping)));
}
