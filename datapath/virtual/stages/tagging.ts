import { popTag, pushTag, replaceTag } from '../../../protocols/frames/vlan-tag.ts';
import type { SwitchPort } from '../switch-port.ts';
import type { VlanTable } from '../vlan-table.ts';
import type { Passage } from './passage.ts';

const VID_MASK = 0xfff;

/** The forms in which one frame leaves, tagged and untagged; each is made once, when a port first wants it. */
export class Forms {
  readonly #passage: Passage;
  readonly #vlans: VlanTable;
  #tagged: Uint8Array | undefined;
  #untagged: Uint8Array | undefined;

  constructor(passage: Passage, vlans: VlanTable) {
    this.#passage = passage;
    this.#vlans = vlans;
  }

  /** The frame as it leaves by the bridge port that `representative` stands for; its priority is kept (IEEE 802.1Q-2018 6.9). */
  for(representative: SwitchPort): Uint8Array {
    if (this.#vlans.isUntagged(this.#passage.vlan, representative)) {
      this.#untagged ??= this.#passage.control < 0 ? this.#passage.frame : popTag(this.#passage.frame);
      return this.#untagged;
    }
    this.#tagged ??= tagged(this.#passage);
    return this.#tagged;
  }
}

function tagged({ frame, control, vlan, priority }: Passage): Uint8Array {
  if (control < 0) return pushTag(frame, (priority << 13) | vlan);
  return (control & VID_MASK) === vlan ? frame : replaceTag(frame, (control & ~VID_MASK) | vlan);
}
