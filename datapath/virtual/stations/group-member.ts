import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { buildIgmp, macOfIpv4Group, parseIgmp } from '../../../protocols/frames/igmp.ts';
import { isTagged, popTag, tagOf } from '../../../protocols/frames/vlan-tag.ts';
import type { Host } from './host.ts';
import type { Listener } from './segment.ts';

const ETHERNET_HEADER = 14;

/** A host that listens to multicast groups, and says so by IGMPv2 (RFC 2236): when its link comes up, and when it is asked. */
export class GroupMember implements Listener {
  readonly #host: Host;
  readonly #groups: readonly string[];
  /** Groups of which it has to say that it listens. */
  #owed: ReadonlySet<string>;

  constructor(host: Host, groups: readonly string[]) {
    this.#host = host;
    this.#groups = groups;
    this.#owed = new Set(groups);
  }

  receive(frame: Uint8Array): void {
    const vid = tagOf(frame)?.vid ?? 0;
    if (vid !== (this.#host.identity.vlan ?? 0)) return;
    const heard = parseIgmp(isTagged(frame) ? popTag(frame) : frame);
    if (heard?.kind !== 'query') return;
    const asked = this.#groups.filter((group) => heard.group === undefined || heard.group === group);
    this.#owed = new Set([...this.#owed, ...asked]);
  }

  forget(): void {
    this.#owed = new Set(this.#groups);
  }

  /** Says what it owes: one turn after it was asked at the latest. */
  play(): void {
    const { mac, address = '0.0.0.0' } = this.#host.identity;
    for (const group of this.#owed) {
      const report = buildIgmp({ kind: 'report', version: 2, group }, { mac, address });
      this.#host.send(this.#host.frame(macOfIpv4Group(group), EtherType.ipv4, report.subarray(ETHERNET_HEADER)), 1);
    }
    this.#owed = new Set();
  }
}
