import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Before the first test: tests start the agent as it is shipped, which takes a quarter of the time that its sources do. With
 * FACEPLATE_BUILT it is there already, as for all suites of `npm test`: another Node than the one that built it would build it again,
 * below the tests of others.
 */
export default function setup(): void {
  if (process.env.FACEPLATE_BUILT) return;
  const script = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));
  execFileSync(process.execPath, [script, '--agent'], { stdio: 'inherit' });
}
