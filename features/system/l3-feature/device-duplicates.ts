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
import { wantedAddresses } from '../../interface-addresses.ts';
import { probedAddress } from './device-plan.ts';
import { ipv4InterfaceEntry } from './objects.ts';
import { duplicateAddresses } from './slots.ts';

/** Probes for one address, and the milliseconds between them (RFC 5227 1.1: PROBE_NUM, PROBE_MAX). */
const PROBES = 3;
const PROBE_INTERVAL = 1_000;

/** Milliseconds after which is asked whether an address that somebody else claimed is still claimed. */
const RETRY_INTERVAL = 60_000;

/** Milliseconds for which a claim is answered once (RFC 5227 1.1: DEFEND_INTERVAL). */
const DEFEND_INTERVAL = 10_000;

const UNSPECIFIED = '0.0.0.0';
const ZERO_MAC = '00-00-00-00-00-00';

/** An address being probed. */
interface Probing {
  /** The switch has only just got it. */
  readonly isNew: boolean;
  sent: number;
  isContested: boolean;
  next: Cancel;
}

/**
 * Detects stations that use the switch's own addresses (RFC 5227): each new address is probed, and later claims are
 * noticed too. A new lease of an address in use is refused. Any other address stays the switch's, which is logged and
 * announced (2.4, "defend indefinitely"): a station that could take it by claiming it could lock everyone out. Keys are
 * "10 192.0.2.1", VLAN and address.
 */
export class DuplicateDetection {
  readonly #context: DeviceContext;
  readonly #refuse: (vlan: number, address: string) => boolean;
  readonly #accept: (vlan: number, address: string) => void;
  readonly #probing = new Map<string, Probing>();
  /** Monotonic milliseconds at which each address was last claimed. */
  readonly #claimed = new Map<string, number>();
  #wanted: ReadonlySet<string> = new Set();

  /**
   * @param refuse declines an address if a DHCP server has assigned it, and returns whether it did.
   * @param accept is called for each address without a conflict.
   */
  constructor(
    context: DeviceContext,
    refuse: (vlan: number, address: string) => boolean,
    accept: (vlan: number, address: string) => void,
  ) {
    this.#context = context;
    this.#refuse = refuse;
    this.#accept = accept;
    context.clock.every(RETRY_INTERVAL, () => {
      for (const key of context.slots.get(duplicateAddresses)) this.#probe(key, false);
    });
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
        [...wantedAddresses(row, context.configuration(), context.slots), ...probedAddress(row, context.slots)].map(
          ({ address }) => `${row.ipIfVlanId} ${address}`,
        ),
      ),
    );
    const before = this.#wanted;
    this.#wanted = wanted;
    for (const key of before) if (!wanted.has(key)) this.#forget(key);
    for (const key of wanted) if (!before.has(key)) this.#probe(key, true);
    this.#mark((duplicates) => new Set([...duplicates].filter((key) => wanted.has(key))));
  }

  /** A frame that the datapath handed to the agent: a station that says it has one of the switch's addresses. */
  receive({ vlan, frame }: PuntedFrame): void {
    const { hardware, slots, log } = this.#context;
    const ethernet = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
    const arp = ethernet?.etherType === EtherType.arp ? parseArp(ethernet.payload) : undefined;
    if (!arp || vlan === undefined || arp.senderMac === hardware.baseMacAddress) return;
    const { senderAddress: address, senderMac: station } = arp;
    const key = `${vlan} ${address}`;
    if (!this.#wanted.has(key)) return;
    const probing = this.#probing.get(key);
    if (probing) probing.isContested = true;
    const name = interfaceName(VLAN_INTERFACE_BASE + vlan);
    if (probing?.isNew && this.#refuse(vlan, address)) {
      const refused = say('{{name}}: address {{address}} is not used, station {{station}} has it.', {
        name,
        address,
        station,
      });
      log.write(Severity.error, refused);
      return;
    }
    this.#defend(vlan, address);
    if (slots.get(duplicateAddresses).has(key)) return;
    const claimed = say('{{name}}: station {{station}} claims address {{address}} of the switch, which keeps it.', {
      name,
      address,
      station,
    });
    log.write(Severity.error, claimed);
    this.#mark((duplicates) => new Set([...duplicates, key]));
  }

  /** Announces the owner of the address, once for claims that follow each other closely: two defenders never end. */
  #defend(vlan: number, address: string): void {
    const { clock, datapath, hardware } = this.#context;
    const key = `${vlan} ${address}`;
    const now = clock.now();
    const last = this.#claimed.get(key);
    this.#claimed.set(key, now);
    if (last !== undefined && now - last < DEFEND_INTERVAL) return;
    datapath.originate(vlan, question(hardware.baseMacAddress, address, address));
  }

  #probe(key: string, isNew: boolean): void {
    this.#probing.get(key)?.next();
    const probing: Probing = { isNew, sent: 0, isContested: false, next: () => undefined };
    this.#probing.set(key, probing);
    this.#send(key, probing);
  }

  #send(key: string, probing: Probing): void {
    if (probing.sent === PROBES || probing.isContested) {
      this.#probing.delete(key);
      if (!probing.isContested) this.#free(key);
      return;
    }
    probing.sent += 1;
    const [vlan = '', address = ''] = key.split(' ');
    const { datapath, hardware, clock } = this.#context;
    datapath.originate(Number(vlan), question(hardware.baseMacAddress, UNSPECIFIED, address));
    probing.next = clock.after(PROBE_INTERVAL, () => this.#send(key, probing));
  }

  /** There was no answer: only the switch has the address. */
  #free(key: string): void {
    const [vlan = '', address = ''] = key.split(' ');
    this.#accept(Number(vlan), address);
    if (!this.#context.slots.get(duplicateAddresses).has(key)) return;
    const name = interfaceName(VLAN_INTERFACE_BASE + Number(vlan));
    this.#context.log.write(
      Severity.notice,
      say('{{name}}: no other station claims address {{address}} now.', { name, address }),
    );
    this.#mark((duplicates) => new Set([...duplicates].filter((other) => other !== key)));
  }

  #forget(key: string): void {
    this.#probing.get(key)?.next();
    this.#probing.delete(key);
    this.#claimed.delete(key);
  }

  #mark(edit: (duplicates: ReadonlySet<string>) => ReadonlySet<string>): void {
    this.#context.slots.update(duplicateAddresses, (before) => {
      const duplicates = edit(before);
      return duplicates.size === before.size && [...duplicates].every((key) => before.has(key)) ? before : duplicates;
    });
  }
}

/**
 * "Who has `target`?": from the zero address a probe that claims nothing (RFC 5227 2.1.1), from the same address an
 * announcement (2.3).
 */
function question(mac: string, sender: string, target: string): Uint8Array {
  const payload = buildArp({
    operation: 'request',
    senderMac: mac,
    senderAddress: sender,
    targetMac: ZERO_MAC,
    targetAddress: target,
  });
  return padFrame(buildEthernet({ destination: BROADCAST_MAC, source: mac, etherType: EtherType.arp, payload }));
}
