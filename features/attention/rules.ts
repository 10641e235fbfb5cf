import type { Rule } from './finding.ts';
import { damagedCable, damagedFrames, flapping, halfDuplex, slowLink } from './rules/link-rules.ts';
import { remoteLogOff } from './rules/system-rules.ts';

/** Everything that is looked for. */
export const rules: readonly Rule[] = [halfDuplex, damagedFrames, flapping, slowLink, damagedCable, remoteLogOff];
