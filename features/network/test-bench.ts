import { ManualClock } from '../../datapath/clock.ts';
import { cable, type PatchCable } from '../../datapath/virtual/cable.ts';
import type { LinkAbility } from '../../datapath/virtual/negotiation.ts';
import { type Cable, VirtualDatapath } from '../../datapath/virtual/virtual-datapath.ts';
import { provingReads } from '../../device/contribution-testing.ts';
import type { DeviceFeature, LiveAnswer } from '../../device/feature.ts';
import { englishOf } from '../../device/log/log.ts';
import { theDevice } from '../../device/management.ts';
import { weakSecrets } from '../../device/sessions/testing.ts';
import { startSwitch } from '../../device/switch/switch.ts';
import type { RunningSwitch } from '../../device/switch/switch-options.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { pushTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { networkFeatures } from './testing.ts';
import { dot1qTpFdbEntry } from './vlan/address-table-objects.ts';

const broadcast = 'FF-FF-FF-FF-FF-FF';
const portCount = 6;
/** For tests: the address of the station at a port. */
export const stationOf = (port: number) => `00-00-5E-00-53-0${port}`;

/** For tests: until everything that was set off has happened. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** For tests: a switch of six copper ports with a station at each, configured as the pages do it. */
export class Bench {
  readonly clock: ManualClock;
  readonly datapath: VirtualDatapath;
  readonly #received = new Map<number, Uint8Array[]>();
  readonly #cables = new Map<number, Cable>();
  readonly #features: readonly DeviceFeature[];
  #running: RunningSwitch | undefined;

  /** @param others are features beside those of this folder; `clock` is another switch's, for switches that live side by side. */
  constructor(others: readonly DeviceFeature[] = [], clock = new ManualClock()) {
    this.clock = clock;
    this.#features = [...networkFeatures, ...others];
    this.datapath = new VirtualDatapath({
      ports: Array.from({ length: portCount }, (_, at) => ({
        number: at + 1,
        name: `Port ${at + 1}`,
        media: 'copper',
        speeds: [10, 100, 1000],
        pse: false,
      })),
      forwardingDatabaseSize: 1024,
      mirrorSessions: 2,
      clock: this.clock,
    });
  }

  async start(directory: string): Promise<void> {
    this.#running = await startSwitch({
      features: provingReads(this.#features),
      datapath: this.datapath,
      model: { name: 'TEG-082WS', maxVlans: 256 },
      directory,
      clock: this.clock,
      events: {
        epoch() {},
        names() {},
        sources() {},
        knownSource() {},
        console() {},
        ownCertificate() {},
        reboot() {},
        initialPassword() {},
        addresses() {},
      },
      initialPassword: 'not used here',
      secrets: weakSecrets,
      webVersion: '',
    });
    for (let port = 1; port <= portCount; port += 1) this.#attach(port);
  }

  #attach(port: number): void {
    const received: Uint8Array[] = [];
    this.#received.set(port, received);
    const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true } as const;
    this.#cables.set(port, this.datapath.attach(port, { ability, receive: (frame) => received.push(frame.slice()) }));
  }

  /** Plugs something else into a port in the place of its station: `receive` gets what leaves there. */
  plug(port: number, receive: (frame: Uint8Array) => void, more: Partial<LinkAbility> = {}): Cable {
    this.#cables.get(port)?.unplug();
    this.#received.delete(port);
    const ability = { speeds: [10, 100, 1000], duplex: 'full', negotiates: true, ...more } as const;
    const plugged = this.datapath.attach(port, { ability, receive });
    this.#cables.set(port, plugged);
    return plugged;
  }

  /** Connects two ports by a cable instead of their stations; the returned function restores those. */
  join(one: number, other: number): () => void {
    for (const port of [one, other]) this.#unplug(port);
    const patch = cable(this.datapath, one, this.datapath, other);
    return () => {
      patch.unplug();
      for (const port of [one, other]) this.#attach(port);
    };
  }

  /**
   * Connects a port of this switch and one of another switch by a cable instead of their stations; returns the cable.
   */
  connect(port: number, other: Bench, otherPort: number): PatchCable {
    other.#unplug(otherPort);
    return this.connectTo(port, other.datapath, otherPort);
  }

  /** Connects a cable to a port of any virtual switch instead of a station. */
  connectTo(port: number, other: VirtualDatapath, otherPort: number): PatchCable {
    this.#unplug(port);
    return cable(this.datapath, port, other, otherPort);
  }

  #unplug(port: number): void {
    this.#cables.get(port)?.unplug();
    this.#cables.delete(port);
    this.#received.delete(port);
  }

  /** Lets the station at a port send a frame. */
  send(port: number, frame: Uint8Array): void {
    this.#cables.get(port)?.send(frame);
  }

  /** Frames sent by a port since the last call. */
  received(port: number): readonly Uint8Array[] {
    return this.#received.get(port)?.splice(0) ?? [];
  }

  /** Takes the link of the station at a port away, or gives it back. */
  setLink(port: number, link: 'up' | 'down'): void {
    this.#cables.get(port)?.setLink(link);
  }

  get context() {
    if (!this.#running) throw new Error('The switch does not run.');
    return this.#running.context;
  }

  change(edit: Parameters<RunningSwitch['context']['change']>[1]): Promise<void> {
    return this.context.change(say('Test'), edit);
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }

  /** Sends a frame into `port` and returns which ports it left by, with the tag's VLAN if it has one: "2", "6:20". */
  reach(port: number, options: { to?: string; vlan?: number; from?: string; length?: number } = {}): string[] {
    const untagged = buildEthernet({
      destination: options.to ?? broadcast,
      source: options.from ?? stationOf(port),
      etherType: EtherType.experimental,
      payload: new Uint8Array(options.length ?? 60),
    });
    this.#send(port, options.vlan === undefined ? untagged : pushTag(untagged, options.vlan));
    return this.#left();
  }

  /** As `reach`, for a frame in octets, with what the agent makes of it. */
  async passes(port: number, frame: Uint8Array): Promise<string[]> {
    this.#send(port, frame);
    await settled();
    return this.#left();
  }

  #send(port: number, frame: Uint8Array): void {
    for (const received of this.#received.values()) received.length = 0;
    this.#cables.get(port)?.send(frame);
  }

  #left(): string[] {
    return [...this.#received].flatMap(([left, frames]) =>
      frames.map((arrived) => {
        const tag = tagOf(arrived);
        return tag ? `${left}:${tag.vid}` : `${left}`;
      }),
    );
  }

  /** The log since `sequence`, oldest first. */
  log(since: number): string[] {
    const entries = this.context.log.entries().filter(({ sequence }) => sequence > since);
    return entries.map(englishOf).reverse();
  }

  /** The rows that the device answers live, once what was set off before is in force: no call comes in the middle of a frame. */
  async live(object: ObjectDeclaration): Promise<readonly Values[]> {
    await settled();
    const answers: LiveAnswer[] = this.#features.flatMap((feature) => feature.live ?? []);
    const answer = answers.find((candidate) => candidate.object === object);
    if (answer && 'rows' in answer) return answer.rows(this.context, {}, theDevice);
    if (answer && 'columns' in answer) return [...(await answer.columns(this.context)).values()];
    throw new Error(`${object.name} has no live rows.`);
  }

  /** Performs a CommonSet of the object. */
  async set(object: ObjectDeclaration, values: Values): Promise<void> {
    await this.context.management.perform([{ kind: 'set', object, values }], theDevice);
  }

  async addresses(): Promise<string[]> {
    const rows = await this.live(dot1qTpFdbEntry);
    return rows
      .filter((row) => row.dot1qTpFdbStatus !== 4)
      .map((row) => `${row.dot1qFdbId} ${row.dot1qTpFdbAddress} ${row.dot1qTpFdbPort}`);
  }
}
