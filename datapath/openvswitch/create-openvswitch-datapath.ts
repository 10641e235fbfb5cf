import type { Datapath } from '../datapath.ts';
import { OpenVSwitchDatapath, type OpenVSwitchOptions } from './open-vswitch-datapath.ts';

export type { OpenVSwitchOptions } from './open-vswitch-datapath.ts';

/** Makes a datapath that drives a real Open vSwitch; `start` says in one sentence what prevents it. */
export function createOpenVSwitchDatapath(options: OpenVSwitchOptions): Datapath {
  return new OpenVSwitchDatapath(options);
}
