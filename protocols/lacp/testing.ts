import { SOME_MOMENT } from '../some-moment.ts';
import { type LacpEvent, stepLacp } from './aggregation.ts';
import { idleLacp, type LacpPortSettings, type LacpSettings, type LacpState } from './state.ts';
import { viewOfTrunk } from './trunk-view.ts';

/** For tests: a port of trunk 1 with a link of 1 Gbit/s, active, long timeout. */
export const member: LacpPortSettings = { trunk: 1, active: true, shortTimeout: false, priority: 32_768, speed: 1000 };

/** For tests: a switch that runs the engine. */
export class LacpSwitch {
  readonly sent: { readonly port: number; readonly frame: Uint8Array }[] = [];
  settings: LacpSettings;
  state: LacpState = idleLacp;

  constructor(system: string, ports: Readonly<Record<number, LacpPortSettings>>, systemPriority = 32_768) {
    this.settings = { system, systemPriority, places: 8, ports: portMap(ports) };
  }

  tell(event: LacpEvent, now: number): void {
    const step = stepLacp(this.settings, this.state, event, now);
    this.state = step.state;
    this.sent.push(...step.send);
  }

  /** Changes a port's settings. */
  set(port: number, change: Partial<LacpPortSettings>, now: number): void {
    const before = this.settings.ports.get(port) ?? member;
    this.settings = { ...this.settings, ports: new Map(this.settings.ports).set(port, { ...before, ...change }) };
    this.tell({ kind: 'configure' }, now);
  }

  trunk(number = 1) {
    return viewOfTrunk(this.state, number);
  }
}

/** For tests: two switches, a port of one cabled to a port of the other, and their time. */
export class LacpPair {
  readonly one: LacpSwitch;
  readonly other: LacpSwitch;
  now = SOME_MOMENT;
  /** Pairs of ports; a pair that is taken out is cut without either end losing its link. */
  cables: (readonly [number, number])[];

  constructor(one: LacpSwitch, other: LacpSwitch, cables: readonly (readonly [number, number])[]) {
    this.one = one;
    this.other = other;
    this.cables = [...cables];
    for (const end of [one, other]) end.tell({ kind: 'configure' }, this.now);
    this.#deliver();
  }

  /** Lets so many milliseconds pass. */
  pass(time: number): void {
    const until = this.now + time;
    for (;;) {
      this.#deliver();
      const next = Math.min(this.one.state.wakeAt, this.other.state.wakeAt);
      if (next > until) break;
      this.now = Math.max(this.now, next);
      for (const end of [this.one, this.other]) {
        if (end.state.wakeAt <= this.now) end.tell({ kind: 'wake' }, this.now);
      }
    }
    this.now = until;
  }

  #deliver(): void {
    for (;;) {
      const [fromOne, fromOther] = [this.one.sent.splice(0), this.other.sent.splice(0)];
      if (fromOne.length + fromOther.length === 0) return;
      for (const { port, frame } of fromOne) {
        const to = this.cables.find(([end]) => end === port)?.[1];
        if (to !== undefined) this.other.tell({ kind: 'frame', port: to, octets: frame }, this.now);
      }
      for (const { port, frame } of fromOther) {
        const to = this.cables.find(([, end]) => end === port)?.[0];
        if (to !== undefined) this.one.tell({ kind: 'frame', port: to, octets: frame }, this.now);
      }
    }
  }
}

function portMap(ports: Readonly<Record<number, LacpPortSettings>>): ReadonlyMap<number, LacpPortSettings> {
  return new Map(Object.entries(ports).map(([port, settings]) => [Number(port), settings]));
}
