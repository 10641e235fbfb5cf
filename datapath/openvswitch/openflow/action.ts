import type { Field, Subfield } from './field.ts';

/** Sends the frame as it is now out of an OpenFlow port. */
interface Output {
  readonly type: 'output';
  readonly port: number;
}

/** Hands the frame as it is now to the agent, whole. */
interface Controller {
  readonly type: 'controller';
}

/** Puts a tag with VLAN 0 in front of what follows the addresses. */
interface PushVlan {
  readonly type: 'pushVlan';
  readonly tagProtocol: number;
}

/** Takes the outermost tag off; the rule's match has to say that there is one. */
interface PopVlan {
  readonly type: 'popVlan';
}

/** Sets a whole field. */
interface SetField {
  readonly type: 'setField';
  readonly field: Field;
  readonly value: bigint;
}

/** Sets up to 64 bits of a field. */
export interface Load {
  readonly type: 'load';
  readonly to: Subfield;
  readonly value: bigint;
}

/** Copies bits; both ends are equally wide. */
interface Move {
  readonly type: 'move';
  readonly from: Subfield;
  readonly to: Subfield;
}

/** Does what the rules of another table say, then goes on. */
interface Resubmit {
  readonly type: 'resubmit';
  readonly table: number;
}

/** Does `actions` with a copy of the frame and its registers. */
interface Clone {
  readonly type: 'clone';
  readonly actions: readonly Action[];
}

/** Lets the frame pass at the meter's rate, or drops it with all that follows. The first action of its rule. */
interface Meter {
  readonly type: 'meter';
  readonly meter: number;
}

/** Goes on in a later table. The last action of its rule. */
interface GotoTable {
  readonly type: 'gotoTable';
  readonly table: number;
}

/** Takes one of the group's ways. */
interface TakeGroup {
  readonly type: 'group';
  readonly group: number;
}

/** Puts a network service header in front of the frame (RFC 8300). */
interface EncapsulateNsh {
  readonly type: 'encapsulateNsh';
}

/** Removes the outermost header; what follows in the list sees the frame parsed again. */
interface Decapsulate {
  readonly type: 'decapsulate';
}

/** Notes whether the frame as it is now is longer than so many octets, without FCS: 1 or 0 in a field of one bit. */
interface CheckLonger {
  readonly type: 'checkLonger';
  readonly octets: number;
  readonly to: Subfield;
}

/** A condition or an action of a learned rule, made from the frame (`Subfield`) or given (`bigint`). */
export type LearnPart =
  | { readonly type: 'match'; readonly of: Subfield; readonly from: Subfield | bigint }
  | { readonly type: 'load'; readonly to: Subfield; readonly from: Subfield | bigint };

/** Makes a rule from the frame, or makes one that is there young again (NXAST_LEARN of ovs-actions(7)). */
export interface Learn {
  readonly type: 'learn';
  readonly table: number;
  readonly priority: number;
  readonly cookie: bigint;
  /** Seconds after the last frame that taught the rule; 0 for never. */
  readonly hardTimeout: number;
  readonly parts: readonly LearnPart[];
  /** At most `most` rules with this cookie; `taught` is 1 after the action if there was room. */
  readonly limit?: { readonly most: number; readonly taught: Subfield };
}

/** The actions of a rule, in the words of ovs-actions(7). No action drops the frame. */
export type Action =
  | Output
  | Controller
  | PushVlan
  | PopVlan
  | SetField
  | Load
  | Move
  | Resubmit
  | Clone
  | Meter
  | GotoTable
  | TakeGroup
  | EncapsulateNsh
  | Decapsulate
  | CheckLonger
  | Learn;

/** Writes actions down as shortly as ovs-ofctl's text does. */
export const Do = {
  output: (port: number): Action => ({ type: 'output', port }),
  controller: { type: 'controller' },
  pushVlan: (tagProtocol: number): Action => ({ type: 'pushVlan', tagProtocol }),
  popVlan: { type: 'popVlan' },
  setField: (field: Field, value: number | bigint): Action => ({ type: 'setField', field, value: BigInt(value) }),
  load: (to: Subfield, value: number | bigint): Action => ({ type: 'load', to, value: BigInt(value) }),
  move: (from: Subfield, to: Subfield): Action => ({ type: 'move', from, to }),
  resubmit: (table: number): Action => ({ type: 'resubmit', table }),
  clone: (...actions: readonly Action[]): Action => ({ type: 'clone', actions }),
  meter: (meter: number): Action => ({ type: 'meter', meter }),
  gotoTable: (table: number): Action => ({ type: 'gotoTable', table }),
  encapsulateNsh: { type: 'encapsulateNsh' },
  decapsulate: { type: 'decapsulate' },
  group: (group: number): Action => ({ type: 'group', group }),
  checkLonger: (octets: number, to: Subfield): Action => ({ type: 'checkLonger', octets, to }),
  learn: (learn: Omit<Learn, 'type'>): Action => ({ type: 'learn', ...learn }),
} as const satisfies Record<string, Action | ((...parameters: never[]) => Action)>;
