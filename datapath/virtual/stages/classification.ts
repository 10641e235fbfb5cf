import { type Stage, tagVid } from './passage.ts';

/** The VLAN of the tag, else a multicast VLAN, else that of a classifier, else the PVID (IEEE 802.1Q-2018 6.9.1). */
export const classification: Stage = (passage, { classifiers, streams }) => {
  passage.vlan = tagVid(passage);
  if (passage.vlan !== 0) return true;
  const { representative } = passage.from;
  const stream = streams.of(representative, passage.frame);
  const found = stream === undefined ? classifiers.find(representative, passage.frame) : undefined;
  passage.vlan = stream ?? found?.vlan ?? representative.pvid;
  passage.priority = found?.priority ?? representative.priority;
  return true;
};
