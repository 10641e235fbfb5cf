import { type Stage, tagVid } from './passage.ts';

/** The VLAN of the tag, else the PVID (IEEE 802.1Q-2018 6.9.1). */
export const classification: Stage = (passage) => {
  passage.vlan = tagVid(passage) || passage.from.representative.pvid;
  return true;
};
