import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, test } from '@playwright/test';
import type { Host } from '../namespaces/lab.ts';
import { chromiumProgram } from './chromium.ts';

/** Chromium on a host of a lab; `directory` is one that the test takes away. */
export async function browserOn({ namespace }: Host, directory: string): Promise<Browser> {
  const script = join(directory, 'chromium');
  await writeFile(script, `#!/bin/sh\nexec ip netns exec ${namespace.name} ${chromiumProgram} "$@"\n`);
  await chmod(script, 0o755);
  return chromium.launch({ executablePath: script, args: test.info().project.use.launchOptions?.args ?? [] });
}
