import { type Stage, tagVid } from './passage.ts';

/** The VLAN of the tag, else that of a classifier, else the PVID (IEEE 802.1Q-2018 6.9.1). */
export const classification: Stage = (passage, { classifiers }) => {
  passage.vlan = tagVid(passage);
  if (passage.vlan !== 0) return true;
  const { representative } = passage.from;
  const found = classifiers.find(representative, passage.frame);
  passage.vlan = found?.vlan ?? representative.pvid;
  passage.priority = found?.priority ?? 0;
  return true;
};
