import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageId } from '../../../device/firmware/image.ts';
import { writeBundle } from '../../../device/firmware/write-bundle.ts';
import { START_FILE } from '../../../model/firmware/bundle-manifest.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

/** For tests: signs what the agents below trust. */
const maker = generateKeyPairSync('ed25519');

/** For tests: a bundle for the test agent's model that holds nothing to run. */
export function bundleOf(
  version: string,
  { key = maker.privateKey, models = ['TPE-1021WS'], size = 300_000 } = {},
): Buffer {
  const files = [
    { name: START_FILE, content: new TextEncoder().encode(`console.log(${JSON.stringify(version)});\n`) },
    { name: 'dist/console/index.html', content: new Uint8Array(size).fill(32) },
  ];
  return Buffer.from(writeBundle({ models, version, files }, key));
}

/** For tests: an agent that its boot program has started with `running`, in a folder of its own unless one is given. */
export async function startBootedAgent(running: ImageId = 0, directory?: string): Promise<TestAgent> {
  const programDirectory = mkdtempSync(join(tmpdir(), 'faceplate-program-'));
  writeFileSync(join(programDirectory, 'firmware.pub'), maker.publicKey.export({ type: 'spki', format: 'pem' }));
  const agent = await startTestAgent({
    ...(directory !== undefined && { directory }),
    firmware: { running, programDirectory },
  });
  return {
    ...agent,
    async close() {
      await agent.close();
      rmSync(programDirectory, { recursive: true, force: true });
    },
  };
}
