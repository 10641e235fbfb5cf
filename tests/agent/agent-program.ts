import { fileURLToPath } from 'node:url';

/** The built agent, to be started with Node; `tests/build-agent.ts` has built it from the sources as they are. */
export const agentProgram = fileURLToPath(new URL('../../dist/device/main.cjs', import.meta.url));
