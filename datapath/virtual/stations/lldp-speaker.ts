import { putIpv4, putMac } from '../../../protocols/frames/addresses.ts';
import { ChassisIdSubtype, PortIdSubtype, textIdentifier } from '../../../protocols/lldp/identifier.ts';
import { bareInformation, type LldpInformation, SystemCapability } from '../../../protocols/lldp/information.ts';
import { buildLldpdu, lldpFrame } from '../../../protocols/lldp/lldpdu.ts';
import type { Listener } from './segment.ts';

/** The device type that a station announces by LLDP. */
export type LldpKind = 'phone' | 'accessPoint' | 'switch' | 'station';

/** The sender. */
export interface LldpIdentity {
  readonly name: string;
  readonly mac: string;
  readonly address: string | undefined;
  readonly kind: LldpKind;
  /** Its name of its end of the cable, if it differs from that of its kind. */
  readonly port?: string;
}

/** Milliseconds from one message to the next, and how many of these it is good for. */
const INTERVAL = 30_000;
const HOLD = 4;

const { bridge, router, telephone, wlanAccessPoint, stationOnly } = SystemCapability;
const capabilities: Readonly<Record<LldpKind, number>> = {
  phone: bridge | telephone,
  accessPoint: bridge | wlanAccessPoint,
  switch: bridge | router,
  station: stationOnly,
};

const descriptions: Readonly<Partial<Record<LldpKind, string>>> = {
  phone: 'SIP phone',
  switch: 'A switch of the scenario',
};

/** A communication device endpoint (class III) with capabilities, network policy and inventory (ANSI/TIA-1057). */
const PHONE = { capabilities: 0x23, deviceClass: 3 } as const;

/** Says by LLDP (IEEE 802.1AB) what a station is: as soon as its link is up, then every half minute. */
export class LldpSpeaker implements Listener {
  readonly #frame: Uint8Array;
  readonly #send: (frame: Uint8Array) => void;
  #spokeAt = Number.NEGATIVE_INFINITY;

  constructor(identity: LldpIdentity, send: (frame: Uint8Array) => void) {
    this.#frame = lldpFrame(identity.mac, buildLldpdu(informationOf(identity), (INTERVAL / 1000) * HOLD + 1).octets);
    this.#send = send;
  }

  /** Speaks where that is due; `now` in milliseconds. */
  play(now: number): void {
    if (now < this.#spokeAt + INTERVAL) return;
    this.#spokeAt = now;
    this.#send(this.#frame);
  }

  receive(): void {
    // Messages of others are ignored.
  }

  forget(): void {
    this.#spokeAt = Number.NEGATIVE_INFINITY;
  }
}

function informationOf({ name, mac, address, kind, port }: LldpIdentity): LldpInformation {
  const chassis = new Uint8Array(6);
  putMac(chassis, 0, mac);
  const supported = capabilities[kind];
  const isPhone = kind === 'phone';
  return {
    ...bareInformation(
      { subtype: ChassisIdSubtype.macAddress, octets: chassis },
      textIdentifier(PortIdSubtype.interfaceName, port ?? (isPhone ? 'LAN' : 'eth0')),
    ),
    systemName: name,
    systemDescription: descriptions[kind] ?? 'A station of the scenario',
    capabilities: { supported, enabled: supported },
    ...(address !== undefined && { managementAddresses: [managementAddress(address)] }),
    ...(isPhone && {
      med: PHONE,
      policies: [{ application: 1, unknown: true, tagged: false, vlan: 0, priority: 0, dscp: 0 }],
      inventory: { manufacturer: 'Example', model: 'Desk phone', serialNumber: mac.replaceAll('-', '') },
    }),
  };
}

function managementAddress(address: string): LldpInformation['managementAddresses'][number] {
  const octets = new Uint8Array(4);
  putIpv4(octets, 0, address);
  return { family: 1, octets, numbering: 2, interfaceNumber: 1, objectIdentifier: new Uint8Array() };
}
