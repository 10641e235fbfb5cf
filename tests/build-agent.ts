import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Before the first test: tests start the agent as it is shipped, which takes a quarter of the time that its sources do. */
export default function setup(): void {
  const script = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));
  execFileSync(process.execPath, [script, '--agent'], { stdio: 'inherit' });
}
