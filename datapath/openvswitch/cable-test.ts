import { say } from '../../model/values/message.ts';
import { SpokenError } from '../../model/values/spoken-error.ts';
import { type CablePair, noCableTest } from '../datapath.ts';
import type { PortNumber } from '../plan.ts';
import { CommandError, runCommand } from './run-command.ts';

/** Milliseconds that a test may take (docs/specification/system.md, "Diagnostics"). */
const PATIENCE = 10_000;

/** Tests the cable at a host interface by its PHY, as `Datapath.testCable` says. */
export async function testCable(device: string, port: PortNumber): Promise<readonly CablePair[]> {
  try {
    const { stdout } = await runCommand('ethtool', ['--cable-test', device], { timeout: PATIENCE });
    const pairs = readCableTest(stdout);
    if (pairs.length > 0) return pairs;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (error.missing) throw new SpokenError(say('Port {{port}} cannot be tested: ethtool is missing.', { port }));
    if (/not supported/i.test(error.stderr)) throw noCableTest(port);
    throw new SpokenError(
      say('The test of port {{port}} failed: {{reason}}', { port, reason: error.stderr.split('\n').at(-1) ?? '' }),
    );
  }
  throw new SpokenError(say('The test of port {{port}} gave no answer.', { port }));
}

/** The words that ethtool has for the kernel's codes (ETHTOOL_A_CABLE_RESULT_CODE). */
const statuses: readonly (readonly [RegExp, CablePair['status']])[] = [
  [/^OK$/, 'ok'],
  [/^Open Circuit$/, 'open'],
  [/^Short within Pair$/, 'short'],
  [/^Short to another pair$/, 'crosstalk'],
];

/** The pairs that ethtool reports, A first; those it leaves out in between are unknown. Never throws. */
export function readCableTest(text: string): readonly CablePair[] {
  const pairs: CablePair[] = [];
  const at = (letter: string) => 'ABCD'.indexOf(letter);
  const put = (letter: string, known: Partial<CablePair>) => {
    while (pairs.length <= at(letter)) pairs.push({ status: 'unknown', metres: undefined });
    const present = pairs[at(letter)];
    if (present) pairs[at(letter)] = { ...present, ...known };
  };
  for (const [, letter = '', words = ''] of text.matchAll(/^Pair ([A-D]) code (.+?)\s*$/gm)) {
    put(letter, { status: statuses.find(([pattern]) => pattern.test(words))?.[1] ?? 'unknown' });
  }
  for (const [, letter = '', metres] of text.matchAll(/^Pair ([A-D]),? fault length: ([\d.]+)m/gm)) {
    put(letter, { metres: Math.round(Number(metres)) });
  }
  return pairs;
}
