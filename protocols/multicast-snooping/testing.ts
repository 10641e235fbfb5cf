import { NO_PORTS, portListOf } from '../../model/values/port-list.ts';
import { type MembershipMessage, RecordType } from '../frames/membership-message.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { igmp } from './family.ts';
import { routerPorts, type SnoopingEvent, stepSnooping } from './snooping.ts';
import { idleSnooping, type SnoopingSettings, type SnoopingState } from './state.ts';
import type { SnoopingStep } from './step.ts';

/** For tests: the switch's address. */
export const SWITCH = '192.0.2.200';

/** For tests: settings of the first start in VLAN 1 with ports 1 to 8. */
const plainSettings: SnoopingSettings = {
  family: igmp,
  mac: '02-FA-CE-00-00-01',
  vlans: new Map([[1, { members: portListOf([1, 2, 3, 4, 5, 6, 7, 8]), routers: NO_PORTS, address: SWITCH }]]),
  hostTimeout: 260_000,
  routerTimeout: 250_000,
  queryInterval: 125_000,
  maxResponse: 10_000,
  robustness: 2,
  lastMemberInterval: 1000,
  fastLeave: false,
  querier: false,
  version: 2,
  capacity: 512,
};

/** For tests: a frame of a host or router at `port`, where nothing else is said of VLAN 1. */
export interface Said {
  readonly port: number;
  readonly message: MembershipMessage;
  readonly from?: string;
  readonly vlan?: number;
}

/** For tests: snooping with the words that its tests are written in. */
export class SnoopingBench {
  now = SOME_MOMENT;
  settings: SnoopingSettings;
  state: SnoopingState = idleSnooping;
  /** Everything that was said to an administrator. */
  readonly news: SnoopingStep['news'][number][] = [];
  /** Queries of the switch since last looked at: "group or all, the ports it leaves by". */
  readonly queries: {
    readonly at: number;
    readonly group: string;
    readonly ports: bigint;
    readonly version: number;
  }[] = [];

  constructor(differing: Partial<SnoopingSettings> = {}) {
    this.settings = { ...plainSettings, ...differing };
    this.tell({ kind: 'configure' });
  }

  tell(event: SnoopingEvent): SnoopingStep {
    const step = stepSnooping(this.settings, this.state, event, this.now);
    this.state = step.state;
    this.news.push(...step.news);
    for (const { ports, frame } of step.send) {
      const query = this.settings.family.parse(frame);
      if (query?.kind !== 'query') throw new Error('The switch sends something else than a query.');
      this.queries.push({ at: this.now - SOME_MOMENT, group: query.group ?? 'all', ports, version: query.version });
    }
    return step;
  }

  configure(differing: Partial<SnoopingSettings>): void {
    this.settings = { ...this.settings, ...differing };
    this.tell({ kind: 'configure' });
  }

  says({ port, message, from = `192.0.2.${port}`, vlan = 1 }: Said) {
    const octets = this.settings.family.build(message, { mac: `02-AA-00-00-00-0${port % 10}`, address: from });
    return this.tell({ kind: 'frame', vlan, port, octets }).forward;
  }

  joins(port: number, group: string, version = 2) {
    return this.says({ port, message: { kind: 'report', version, group } });
  }

  records(port: number, type: keyof typeof RecordType, group: string, sources: readonly string[] = []) {
    return this.says({ port, message: { kind: 'records', records: [{ type: RecordType[type], group, sources }] } });
  }

  leaves(port: number, group: string) {
    return this.says({ port, message: { kind: 'leave', group } });
  }

  asks(port: number, from: string, group?: string) {
    const message = { kind: 'query', version: 2, group, maxResponse: 1000, suppress: false, sources: 0 } as const;
    return this.says({ port, from, message });
  }

  /** Lets `seconds` pass, and does what is due at each of its times. */
  waits(seconds: number): void {
    const end = this.now + seconds * 1000;
    while (this.state.wakeAt <= end) {
      this.now = Math.max(this.now, this.state.wakeAt);
      this.tell({ kind: 'wake' });
    }
    this.now = end;
  }

  /** The ports that listen to a group; undefined for one that is not known. */
  listeners(group: string, vlan = 1): number[] | undefined {
    const known = this.state.groups.get(`${vlan} ${group}`);
    return known && [...known.listeners.keys()].sort((a, b) => a - b);
  }

  routers(vlan = 1): bigint {
    return routerPorts(this.settings, this.state, vlan);
  }
}
