import type {
  Connection,
  FlushSelection,
  NeighbourSelection,
  PortState,
  PuntedFrame,
} from '../../datapath/datapath.ts';
import type { EchoOptions } from '../../datapath/host-stack.ts';
import type { ForwardingPlan, PortNumber, VlanId } from '../../datapath/plan.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import type { Message } from '../../model/values/message.ts';
import type { PortList } from '../../model/values/port-list.ts';

/** A call of a datapath's method as a message. */
export type Call =
  | { readonly method: 'apply'; readonly plan: ForwardingPlan }
  | { readonly method: 'flush'; readonly selection: FlushSelection }
  | { readonly method: 'forgetNeighbours'; readonly selection: NeighbourSelection }
  | { readonly method: 'transmit'; readonly port: PortNumber; readonly frame: Uint8Array }
  | {
      readonly method: 'originate';
      readonly vlan: VlanId;
      readonly frame: Uint8Array;
      readonly within: PortList | undefined;
    }
  | { readonly method: 'update'; readonly state: ForwardingState }
  | {
      readonly method: 'resume';
      readonly punted: PuntedFrame;
      readonly frame: Uint8Array | undefined;
      readonly within: PortList | undefined;
    }
  | { readonly method: 'locate'; readonly connection: Connection }
  | { readonly method: 'echo'; readonly address: string; readonly options: EchoOptions }
  | { readonly method: 'testCable'; readonly port: PortNumber }
  | {
      readonly method:
        | 'start'
        | 'portStates'
        | 'portCounters'
        | 'forwardingDatabase'
        | 'mirrorDrops'
        | 'energyStates'
        | 'neighbours'
        | 'accessHits'
        | 'rateDrops'
        | 'secureSources'
        | 'puntDrops'
        | 'attackDrops'
        | 'environment'
        | 'stop';
    };

/** An answer to a call, or an event of the datapath. */
export type Answer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly event: 'portChanged'; readonly state: PortState }
  | { readonly event: 'framePunted'; readonly frame: PuntedFrame }
  | { readonly event: 'report'; readonly level: 2 | 3 | 4 | 5 | 6; readonly message: Message };
