import type { Rule } from './finding.ts';
import { loop, noLink, portPowerHigh, powerFault, silent, supplyHigh } from './rules/device-rules.ts';
import { damagedCable, damagedFrames, flapping, halfDuplex, slowLink } from './rules/link-rules.ts';
import {
  addressTableFull,
  contestedAddress,
  nativeVlan,
  secondRoot,
  storm,
  treeBlocked,
} from './rules/network-rules.ts';
import { errDisabled, noTrustedPort, unauthorized, weakCommunity } from './rules/security-rules.ts';
import {
  certificateEnds,
  clockNeverSet,
  duplicateAddress,
  remoteLogOff,
  unsavedForLong,
} from './rules/system-rules.ts';

/** Rules for each port, also in the Surveillance Mode. */
export const portRules: readonly Rule[] = [
  loop,
  powerFault,
  damagedCable,
  noLink,
  silent,
  halfDuplex,
  damagedFrames,
  slowLink,
  portPowerHigh,
];

/** Everything that is looked for. */
export const rules: readonly Rule[] = [
  ...portRules,
  flapping,
  storm,
  errDisabled,
  treeBlocked,
  secondRoot,
  nativeVlan,
  unauthorized,
  supplyHigh,
  duplicateAddress,
  contestedAddress,
  addressTableFull,
  noTrustedPort,
  weakCommunity,
  certificateEnds,
  clockNeverSet,
  remoteLogOff,
  unsavedForLong,
];
