import { macNumberAt } from '../../../protocols/frames/addresses.ts';
import type { VlanId } from '../../plan.ts';
import type { SwitchPort } from '../switch-port.ts';
import { type Stage, tagVid } from './passage.ts';

/**
 * The VLAN of the tag, else a multicast VLAN, else that of a classifier, else that of an authenticated station, else the PVID (IEEE
 * 802.1Q-2018 6.9.1); of a guest its port's and no other one.
 */
export const classification: Stage = (passage, { classifiers, streams }) => {
  passage.vlan = tagVid(passage);
  if (passage.vlan !== 0) return true;
  const { representative } = passage.from;
  passage.priority = representative.priority;
  if (representative.isGuest) {
    passage.vlan = representative.pvid;
    return true;
  }
  const stream = streams.of(representative, passage.frame);
  const found = stream === undefined ? classifiers.find(representative, passage.frame) : undefined;
  passage.vlan = stream ?? found?.vlan ?? vlanOfStation(representative, passage.frame) ?? representative.pvid;
  if (found) passage.priority = found.priority;
  return true;
};

function vlanOfStation({ stations }: SwitchPort, frame: Uint8Array): VlanId | undefined {
  return stations?.get(macNumberAt(frame, 6))?.vlan;
}
