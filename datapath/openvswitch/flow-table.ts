import { randomInt } from 'node:crypto';
import type { ForwardingEntry } from '../datapath.ts';
import type { VlanId } from '../plan.ts';
import type { OvsSockets } from './daemons.ts';
import type { FlowChanges } from './pipeline/compile-flows.ts';
import { PUNT_METER, PUNT_RATE } from './pipeline/fixed-flows.ts';
import { addLine, deleteLine, type Flow } from './pipeline/flow.ts';
import { LEARNED_PRIORITY, ruleTimeout } from './pipeline/port-flows.ts';
import { LEARNED_COOKIE, Table } from './pipeline/tables.ts';
import { runCommand } from './run-command.ts';
import { purgeDecisions } from './vswitchd-control.ts';

const VERSION = 'OpenFlow14';

/** A learned row of the forwarding database, and the rule that it is. */
export interface LearnedRow extends ForwardingEntry {
  /** The VLAN that it was heard in. */
  readonly vlan: VlanId;
  /** Seconds until it is forgotten if nothing more is heard; 0 for never. */
  readonly timeout: number;
  readonly match: string;
  readonly actions: string;
}

/** A bridge's OpenFlow tables, through ovs-ofctl. */
export class FlowTable {
  readonly #sockets: OvsSockets;
  /** Its management socket. */
  readonly #target: string;
  /** Marks the rules of one installation, so that those of former ones can be told apart. */
  #generation = newGeneration();

  constructor(sockets: OvsSockets, bridge: string) {
    this.#sockets = sockets;
    this.#target = `unix:${sockets.runDirectory}/${bridge}.mgmt`;
  }

  /** Makes the meters; those that are there stay. */
  async addMeters(): Promise<void> {
    const meter = `meter=${PUNT_METER},pktps,burst,bands=type=drop,rate=${PUNT_RATE},burst_size=${PUNT_RATE}`;
    await this.#ofctl(['add-meter', this.#target, meter]).catch(async () => {
      await this.#ofctl(['mod-meter', this.#target, meter]);
    });
  }

  /** Adds and takes away rules, all or none. */
  async change({ add, remove }: FlowChanges): Promise<void> {
    await this.#bundle([...remove.map(deleteLine), ...add.map((flow) => addLine(flow, this.#generation))]);
  }

  /** Puts just these rules in force, whatever is there; learned rows stay, and there is no moment without rules. */
  async replace(rules: readonly Flow[]): Promise<void> {
    this.#generation = newGeneration();
    await this.change({ add: rules, remove: [] });
    const former = new Set<bigint>();
    for (const line of await this.#dump('')) {
      const generation = BigInt(field(line, 'cookie') ?? '0') >> 32n;
      if (generation !== 0n && generation !== BigInt(this.#generation)) former.add(generation);
    }
    await this.#bundle(
      [...former].map((generation) => `delete cookie=0x${(generation << 32n).toString(16)}/0xffffffff00000000`),
    );
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
  async learned(): Promise<LearnedRow[]> {
    const rows: LearnedRow[] = [];
    // Only the OpenFlow 1.0 dump tells the time since a rule was last learned anew.
    for (const line of await this.#dump(`table=${Table.learned}`, 'OpenFlow10')) {
      const address = field(line, 'dl_dst');
      if (!address) continue;
      const vlan = field(line, 'vlan_tci');
      const actions = field(line, 'actions') ?? '';
      const age = Number.parseFloat(field(line, 'hard_age') ?? field(line, 'duration') ?? '0');
      rows.push({
        fid: Number.parseInt(vlan ?? '1', 16),
        vlan: Number.parseInt(vlan ?? heardIn.exec(actions)?.[1] ?? '1', 16),
        address: address.replaceAll(':', '-').toUpperCase(),
        port: Number(BigInt(field(line, 'cookie') ?? '0')) - LEARNED_COOKIE,
        origin: 'learned',
        age: Math.floor(age),
        match: `table=${Table.learned},priority=${LEARNED_PRIORITY},${vlan ? `vlan_tci=${vlan},` : ''}dl_dst=${address}`,
        timeout: Number(field(line, 'hard_timeout') ?? 0),
        actions,
      });
    }
    return rows;
  }

  /** Forgets the learned rows that are to go; returns how many. */
  async forget(toGo: (row: LearnedRow) => boolean): Promise<number> {
    await purgeDecisions(this.#sockets);
    const rows = (await this.learned()).filter(toGo);
    await this.#bundle(rows.map(({ match }) => `delete_strict ${match}`));
    return rows.length;
  }

  /** Lets the rows that are there age by a new ageing time in seconds, counted from now; what is older goes at once. */
  async setAgeing(ageingTime: number): Promise<void> {
    const timeout = ruleTimeout(ageingTime);
    // Hearing a station again leaves the timeout of its row as it was: the rule itself has to be made anew.
    const others = (await this.learned()).filter((row) => row.timeout !== timeout);
    const lines = others.map(({ match, port, age, actions }) => {
      if (ageingTime !== 0 && age >= ageingTime) return `delete_strict ${match}`;
      const cookie = `0x${(LEARNED_COOKIE + port).toString(16)}`;
      return `add cookie=${cookie},hard_timeout=${timeout},${match},actions=${actions}`;
    });
    await this.#bundle(lines);
  }

  async #bundle(lines: readonly string[]): Promise<void> {
    if (lines.length > 0) await this.#ofctl(['--bundle', 'add-flows', this.#target, '-'], `${lines.join('\n')}\n`);
  }

  async #dump(match: string, version = VERSION): Promise<string[]> {
    const selection = match ? [match] : [];
    const { stdout } = await runCommand('ovs-ofctl', ['-O', version, 'dump-flows', this.#target, ...selection]);
    return stdout.split('\n').filter((line) => line.includes('cookie='));
  }

  async #ofctl(parameters: readonly string[], input?: string): Promise<void> {
    await runCommand('ovs-ofctl', ['-O', VERSION, ...parameters], input === undefined ? {} : { input });
  }
}

function newGeneration(): number {
  return randomInt(1, 0x7fff_ffff);
}

const FIELD = {
  cookie: /(?:^|[ ,])cookie=([^ ,]+)/,
  n_packets: /[ ,]n_packets=([^ ,]+)/,
  duration: /[ ,]duration=([^ ,]+)/,
  hard_timeout: /[ ,]hard_timeout=([^ ,]+)/,
  hard_age: /[ ,]hard_age=([^ ,]+)/,
  vlan_tci: /[ ,]vlan_tci=([^ ,]+)/,
  dl_dst: /[ ,]dl_dst=([^ ,]+)/,
  actions: / actions=(.*)$/,
} as const;

/** Under shared learning a row notes its VLAN in a register, see `learnAction`. */
const heardIn = /load:(0x[0-9a-f]+)->NXM_NX_REG3\[0\.\.11\]/;

/** The value of `name` in a line of a dump. */
function field(line: string, name: keyof typeof FIELD): string | undefined {
  return FIELD[name].exec(line)?.[1];
}
