import type { Cancel } from '../../../datapath/clock.ts';
import type { PuntedFrame } from '../../../datapath/datapath.ts';
import type { DeviceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { interfaceName, VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { say } from '../../../model/values/message.ts';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { buildArp, parseArp } from '../../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame, parseEthernet } from '../../../protocols/frames/ethernet.ts';
import { isTagged, popTag } from '../../../protocols/frames/vlan-tag.ts';
import { wantedAddresses } from './device-plan.ts';
import { ipv4InterfaceEntry } from './objects.ts';
import { duplicateAddresses } from './slots.ts';

/** Probes for one address, and the milliseconds between them (RFC 5227 1.1: PROBE_NUM, PROBE_MAX). */
const PROBES = 3;
const PROBE_INTERVAL = 1_000;

/** Milliseconds after which an address that somebody else used is tried again. */
const RETRY_INTERVAL = 60_000;

const UNSPECIFIED = '0.0.0.0';
const ZERO_MAC = '00-00-00-00-00-00';

/** An address being probed. */
interface Probing {
  sent: number;
  answeredBy: string | undefined;
  next: Cancel;
}

/**
 * Looks for stations that use the switch's own addresses (RFC 5227): each new address is probed, one that is taken is
 * put out of use, and tried again from time to time. Keys are "10 192.0.2.1", VLAN and address.
 */
export class DuplicateDetection {
  readonly #context: DeviceContext;
  readonly #conflict: (vlan: number, address: string) => void;
  readonly #probing = new Map<string, Probing>();
  #wanted: ReadonlySet<string> = new Set();
  #retry: Cancel = () => undefined;

  /** @param conflict is told of each address found to be somebody else's. */
  constructor(context: DeviceContext, conflict: (vlan: number, address: string) => void) {
    this.#context = context;
    this.#conflict = conflict;
  }

  /** Begins to look after the addresses that the interfaces want now; those that are new are probed. */
  configure(): void {
    const context = this.#context;
    const rows = context
      .configuration()
      .rows(ipv4InterfaceEntry)
      .filter((row) => row.ipv4InterfaceEnableStatus === Status.enabled);
    const wanted = new Set(
      rows.flatMap((row) =>
        wantedAddresses(row, context.configuration(), context.slots).map(
          ({ address }) => `${row.ipIfVlanId} ${address}`,
        ),
      ),
    );
    const before = this.#wanted;
    this.#wanted = wanted;
    for (const key of before) if (!wanted.has(key)) this.#forget(key);
    for (const key of wanted) if (!before.has(key)) this.#probe(key);
    this.#mark((duplicates) => new Set([...duplicates].filter((key) => wanted.has(key))));
    this.#retry();
    this.#retry = context.clock.every(RETRY_INTERVAL, () => {
      for (const key of context.slots.get(duplicateAddresses)) this.#probe(key);
    });
  }

  /** A frame that the datapath handed to the agent: a reply from another station to a probe is a conflict. */
  receive({ vlan, frame }: PuntedFrame): void {
    const ethernet = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
    const arp = ethernet?.etherType === EtherType.arp ? parseArp(ethernet.payload) : undefined;
    if (!arp || vlan === undefined || arp.senderMac === this.#context.hardware.baseMacAddress) return;
    const probing = this.#probing.get(`${vlan} ${arp.senderAddress}`);
    if (!probing || probing.answeredBy !== undefined) return;
    probing.answeredBy = arp.senderMac;
    const key = `${vlan} ${arp.senderAddress}`;
    if (this.#context.slots.get(duplicateAddresses).has(key)) return;
    this.#context.log.write(
      Severity.error,
      say('{{name}}: address {{address}} is not used, station {{station}} has it.', {
        name: interfaceName(VLAN_INTERFACE_BASE + vlan),
        address: arp.senderAddress,
        station: arp.senderMac,
      }),
    );
    this.#mark((duplicates) => new Set([...duplicates, key]));
    this.#conflict(vlan, arp.senderAddress);
  }

  #probe(key: string): void {
    this.#forget(key);
    const probing: Probing = { sent: 0, answeredBy: undefined, next: () => undefined };
    this.#probing.set(key, probing);
    this.#send(key, probing);
  }

  #send(key: string, probing: Probing): void {
    if (probing.sent === PROBES || probing.answeredBy !== undefined) {
      this.#probing.delete(key);
      if (probing.answeredBy === undefined) this.#free(key);
      return;
    }
    probing.sent += 1;
    const [vlan = '', address = ''] = key.split(' ');
    this.#context.datapath.originate(Number(vlan), probeFrame(this.#context.hardware.baseMacAddress, address));
    probing.next = this.#context.clock.after(PROBE_INTERVAL, () => this.#send(key, probing));
  }

  /** Nobody answered: the address is the switch's. */
  #free(key: string): void {
    if (!this.#context.slots.get(duplicateAddresses).has(key)) return;
    const [vlan = '', address = ''] = key.split(' ');
    const name = interfaceName(VLAN_INTERFACE_BASE + Number(vlan));
    this.#context.log.write(
      Severity.notice,
      say('{{name}}: address {{address}} is free again and used.', { name, address }),
    );
    this.#mark((duplicates) => new Set([...duplicates].filter((other) => other !== key)));
  }

  #forget(key: string): void {
    this.#probing.get(key)?.next();
    this.#probing.delete(key);
  }

  #mark(edit: (duplicates: ReadonlySet<string>) => ReadonlySet<string>): void {
    this.#context.slots.update(duplicateAddresses, (before) => {
      const duplicates = edit(before);
      return duplicates.size === before.size && [...duplicates].every((key) => before.has(key)) ? before : duplicates;
    });
  }
}

/** "Who has `address`?", asked without claiming it (RFC 5227 2.1.1). */
function probeFrame(mac: string, address: string): Uint8Array {
  const payload = buildArp({
    operation: 'request',
    senderMac: mac,
    senderAddress: UNSPECIFIED,
    targetMac: ZERO_MAC,
    targetAddress: address,
  });
  return padFrame(buildEthernet({ destination: BROADCAST_MAC, source: mac, etherType: EtherType.arp, payload }));
}
