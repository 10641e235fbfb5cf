import type { PortList } from '../../model/values/port-list.ts';
import type { MembershipQuery } from '../frames/membership-message.ts';
import type { Lack, SnoopedGroup, SnoopingSettings, SnoopingState, VlanState } from './state.ts';
import type { Forwarding, SnoopingNews, SnoopingStep } from './step.ts';

/** The next state while a step makes it; the former one stays as it was. */
export interface Draft {
  readonly settings: SnoopingSettings;
  readonly now: number;
  /** Copied when first changed. */
  groups(): Map<string, SnoopedGroup>;
  readonly known: ReadonlyMap<string, SnoopedGroup>;
  readonly vlans: Map<number, VlanState>;
  lack: Lack;
  revision: number;
  wakeAt: number;
  readonly send: SnoopingStep['send'][number][];
  readonly news: SnoopingNews[];
  /** Asks to be woken at `time` at the latest. */
  due(time: number): void;
  /** Sends a query out of `ports`: for one group, or for any. */
  query(vlan: number, ports: PortList, group: string | undefined, maxResponse: number): void;
}

/** Begins a step. */
export function draftOf(settings: SnoopingSettings, state: SnoopingState, now: number): Draft {
  let copied: Map<string, SnoopedGroup> | undefined;
  const draft: Draft = {
    settings,
    now,
    groups() {
      copied ??= new Map(state.groups);
      return copied;
    },
    get known() {
      return copied ?? state.groups;
    },
    vlans: new Map(state.vlans),
    lack: state.lack,
    revision: state.revision,
    wakeAt: state.wakeAt,
    send: [],
    news: [],
    due(time) {
      draft.wakeAt = Math.min(draft.wakeAt, time);
    },
    query(vlan, ports, group, maxResponse) {
      const { family, mac, version, robustness, queryInterval } = settings;
      const address = settings.vlans.get(vlan)?.address;
      if (address === undefined) return;
      const message: MembershipQuery = { kind: 'query', version, group, maxResponse, suppress: false, sources: 0 };
      const frame = family.build(message, { mac, address }, { robustness, interval: queryInterval });
      draft.send.push({ vlan, ports, frame });
    },
  };
  return draft;
}

/** Ends a step. */
export function finished(draft: Draft, forward?: Forwarding): SnoopingStep {
  const { known: groups, vlans, lack, revision, wakeAt, send, news } = draft;
  return { state: { groups, vlans, lack, revision, wakeAt }, forward, send, news };
}
