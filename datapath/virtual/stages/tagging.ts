import { popTag, pushTag, replaceTag } from '../../../protocols/frames/vlan-tag.ts';
import type { SwitchPort } from '../switch-port.ts';
import type { Tables } from '../tables.ts';
import type { Passage } from './passage.ts';

const VID_MASK = 0xfff;
const DROP_ELIGIBLE = 0x1000;

/** The forms in which one frame leaves, tagged and untagged; each is made once, when a port first wants it. */
export class Forms {
  readonly #passage: Passage;
  readonly #tables: Pick<Tables, 'vlans' | 'streams'>;
  #tagged: Uint8Array | undefined;
  #untagged: Uint8Array | undefined;

  constructor(passage: Passage, tables: Pick<Tables, 'vlans' | 'streams'>) {
    this.#passage = passage;
    this.#tables = tables;
  }

  /**
   * The frame as it leaves by the bridge port that `representative` represents; its priority is kept (IEEE 802.1Q-2018
   * 6.9).
   */
  for(representative: SwitchPort): Uint8Array {
    if (this.#tables.vlans.isUntagged(this.#passage.vlan, representative)) {
      this.#untagged ??= this.#passage.control < 0 ? this.#passage.frame : popTag(this.#passage.frame);
      return this.#untagged;
    }
    this.#tagged ??= tagged(this.#passage, this.#tables.streams.priority(this.#passage.vlan));
    return this.#tagged;
  }
}

/** `given` is the priority that the VLAN gives its frames, if it does. */
function tagged({ frame, control, vlan, priority }: Passage, given: number | undefined): Uint8Array {
  if (control < 0) return pushTag(frame, ((given ?? priority) << 13) | vlan);
  const kept = given === undefined ? control & ~VID_MASK : (given << 13) | (control & DROP_ELIGIBLE);
  return (kept | vlan) === control ? frame : replaceTag(frame, kept | vlan);
}
