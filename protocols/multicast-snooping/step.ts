import type { PortList } from '../../model/values/port-list.ts';
import type { SnoopingState } from './state.ts';

/** News for an administrator. */
export type SnoopingNews =
  /** The switch asks in a VLAN from now on, or leaves it to `address`. */
  | { readonly kind: 'querier'; readonly vlan: number; readonly address: string | undefined }
  /** A router was first detected at a port, or has expired. */
  | { readonly kind: 'router'; readonly vlan: number; readonly port: number; readonly there: boolean }
  /** A group found no room. */
  | { readonly kind: 'full'; readonly vlan: number; readonly group: string }
  /** A group found no room, since its port has its share and the rest is kept for others. */
  | { readonly kind: 'share'; readonly vlan: number; readonly group: string; readonly port: number };

/**
 * Destination of a frame that was taken out: every port of its VLAN, only routers, or nowhere; undefined if the event
 * was not a frame.
 */
export type Forwarding = 'everywhere' | 'routers' | 'nowhere' | undefined;

/** Consequences of an event. */
export interface SnoopingStep {
  readonly state: SnoopingState;
  readonly forward: Forwarding;
  /** Untagged frames of the switch's own for a VLAN, to leave only by `ports`. */
  readonly send: readonly { readonly vlan: number; readonly ports: PortList; readonly frame: Uint8Array }[];
  readonly news: readonly SnoopingNews[];
}
