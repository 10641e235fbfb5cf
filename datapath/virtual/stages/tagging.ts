import { popTag, pushTag, replaceTag } from '../../../protocols/frames/vlan-tag.ts';
import type { SwitchPort } from '../switch-port.ts';
import type { Tables } from '../tables.ts';
import type { Passage } from './passage.ts';

const VID_MASK = 0xfff;
const DROP_ELIGIBLE = 0x1000;

/** A change of a frame's tag; `control` are the 16 bits of one that is pushed or replaced. */
export interface Form {
  readonly change: 'none' | 'pop' | 'push' | 'replace';
  readonly control: number;
}

const AS_RECEIVED: Form = { change: 'none', control: 0 };
const WITHOUT_TAG: Form = { change: 'pop', control: 0 };

/** The form in which a frame leaves untagged. */
export function untaggedForm({ control }: Passage): Form {
  return control < 0 ? AS_RECEIVED : WITHOUT_TAG;
}

/** The form in which a frame leaves tagged; its priority is kept (IEEE 802.1Q-2018 6.9) unless its VLAN gives one. */
export function taggedForm({ control, vlan, priority }: Passage, { streams }: Pick<Tables, 'streams'>): Form {
  const given = streams.priority(vlan);
  if (control < 0) return { change: 'push', control: ((given ?? priority) << 13) | vlan };
  const kept = given === undefined ? control & ~VID_MASK : (given << 13) | (control & DROP_ELIGIBLE);
  return (kept | vlan) === control ? AS_RECEIVED : { change: 'replace', control: kept | vlan };
}

/** A frame in a form. */
export function inForm(frame: Uint8Array, { change, control }: Form): Uint8Array {
  if (change === 'none') return frame;
  if (change === 'pop') return popTag(frame);
  return change === 'push' ? pushTag(frame, control) : replaceTag(frame, control);
}

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

  /** The frame as it leaves by the bridge port that `representative` represents. */
  for(representative: SwitchPort): Uint8Array {
    const passage = this.#passage;
    if (this.#tables.vlans.isUntagged(passage.vlan, representative)) {
      this.#untagged ??= inForm(passage.frame, untaggedForm(passage));
      return this.#untagged;
    }
    this.#tagged ??= inForm(passage.frame, taggedForm(passage, this.#tables));
    return this.#tagged;
  }
}
