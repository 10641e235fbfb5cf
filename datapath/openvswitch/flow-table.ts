import type { Clock } from '../clock.ts';
import type { FlushSelection, ForwardingEntry } from '../datapath.ts';
import type { PortNumber } from '../plan.ts';
import type { FlowChanges } from './pipeline/compile-flows.ts';
import { PUNT_METER, PUNT_RATE } from './pipeline/fixed-flows.ts';
import { addLine, deleteLine } from './pipeline/flow.ts';
import { LEARNED_COOKIE, Table } from './pipeline/tables.ts';
import { colons } from './pipeline/vlan-flows.ts';
import { runCommand } from './run-command.ts';

const VERSIONS = 'OpenFlow14';
const ANY_LEARNED = `cookie=0x${LEARNED_COOKIE.toString(16)}/0xffffffffffffff00`;

/** A bridge's OpenFlow tables, through ovs-ofctl. */
export class FlowTable {
  /** Its management socket. */
  readonly #target: string;
  /** Marks the rules of this start, so that those of a former one can be told apart. */
  readonly #generation: number;

  constructor(socket: string, clock: Clock) {
    this.#target = `unix:${socket}`;
    this.#generation = Math.trunc(clock.now() * 1000 + process.pid) % 0x7fff_ffff || 1;
  }

  /** Makes the meters; those that are there stay. */
  async addMeters(): Promise<void> {
    const meter = `meter=${PUNT_METER},pktps,bands=type=drop,rate=${PUNT_RATE}`;
    await this.#ofctl(['add-meter', this.#target, meter]).catch(async () => {
      await this.#ofctl(['mod-meter', this.#target, meter]);
    });
  }

  /** Adds and takes away rules, all or none. */
  async change({ add, remove }: FlowChanges): Promise<void> {
    if (add.length === 0 && remove.length === 0) return;
    const lines = [...remove.map(deleteLine), ...add.map((flow) => addLine(flow, this.#generation))];
    await this.#ofctl(['--bundle', 'add-flows', this.#target, '-'], `${lines.join('\n')}\n`);
  }

  /** Takes away the rules that a former start left behind. */
  async removeFormerGenerations(): Promise<void> {
    const former = new Set<number>();
    for (const line of await this.#dump('')) {
      const generation = Number(BigInt(field(line, 'cookie') ?? '0') >> 32n);
      if (generation !== 0 && generation !== this.#generation) former.add(generation);
    }
    for (const generation of former) {
      await this.#ofctl(['del-flows', this.#target, `cookie=0x${generation.toString(16)}00000000/0xffffffff00000000`]);
    }
  }

  /** Packets that the rules of `table` have matched, added up by the low half of their cookies. */
  async packetCounts(table: number): Promise<ReadonlyMap<number, bigint>> {
    const counts = new Map<number, bigint>();
    for (const line of await this.#dump(`table=${table}`)) {
      const tag = Number(BigInt(field(line, 'cookie') ?? '0') & 0xffff_ffffn);
      counts.set(tag, (counts.get(tag) ?? 0n) + BigInt(field(line, 'n_packets') ?? '0'));
    }
    return counts;
  }

  /** The learned rows. Their age is the time since their last source frame; under shared learning the FID is 1. */
  async learned(selection: FlushSelection = {}): Promise<ForwardingEntry[]> {
    const entries: ForwardingEntry[] = [];
    // Only the OpenFlow 1.0 dump tells the time since a rule was last learned anew.
    for (const line of await this.#dump(learnedMatch(selection), 'OpenFlow10')) {
      const address = field(line, 'dl_dst');
      if (!address) continue;
      const age = Number(field(line, 'hard_age') ?? field(line, 'duration')?.replace('s', '') ?? 0);
      entries.push({
        fid: Number.parseInt(field(line, 'vlan_tci') ?? '0x1', 16),
        address: address.replaceAll(':', '-').toUpperCase(),
        port: Number(BigInt(field(line, 'cookie') ?? '0')) - LEARNED_COOKIE,
        origin: 'learned',
        age: Math.floor(age),
      });
    }
    return entries;
  }

  /** Forgets learned rows. */
  async forget(selection: FlushSelection): Promise<void> {
    await this.#ofctl(['del-flows', this.#target, learnedMatch(selection)]);
  }

  async #dump(match: string, version = VERSIONS): Promise<string[]> {
    const { stdout } = await runCommand('ovs-ofctl', [
      '-O',
      version,
      'dump-flows',
      this.#target,
      ...(match ? [match] : []),
    ]);
    return stdout.split('\n').filter((line) => line.includes('cookie='));
  }

  async #ofctl(parameters: readonly string[], input?: string): Promise<void> {
    await runCommand('ovs-ofctl', ['-O', VERSIONS, ...parameters], input === undefined ? {} : { input });
  }
}

/** Names learned rows; they match the VLAN id alone, which is how learn() writes them. */
function learnedMatch({ port, vlan, address }: FlushSelection): string {
  return [
    `table=${Table.forwardingDatabase}`,
    port === undefined ? ANY_LEARNED : `cookie=${learnedCookie(port)}/-1`,
    ...(vlan === undefined ? [] : [`vlan_tci=0x${vlan.toString(16).padStart(4, '0')}/0x0fff`]),
    ...(address === undefined ? [] : [`dl_dst=${colons(address)}`]),
  ].join(',');
}

function learnedCookie(port: PortNumber): string {
  return `0x${(LEARNED_COOKIE + port).toString(16)}`;
}

/** The value of `name` in a line of a dump. */
function field(line: string, name: string): string | undefined {
  return new RegExp(`(?:^|[ ,])${name}=([^ ,]+)`).exec(line)?.[1];
}
