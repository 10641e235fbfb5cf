import type { Identifier } from './identifier.ts';
import type { Tlv } from './tlv.ts';

/** Bits of the system capabilities (IEEE 802.1AB-2016 table 8-4), as in the 16-bit field. */
export const SystemCapability = {
  other: 0x01,
  repeater: 0x02,
  bridge: 0x04,
  wlanAccessPoint: 0x08,
  router: 0x10,
  telephone: 0x20,
  docsisCableDevice: 0x40,
  stationOnly: 0x80,
} as const;

/** Capabilities of a system, and the enabled ones: bits of `SystemCapability`. */
export interface SystemCapabilities {
  readonly supported: number;
  readonly enabled: number;
}

/** An address by which a system is managed (IEEE 802.1AB-2016 8.5.9). */
export interface ManagementAddress {
  /** The IANA number of the address's family and the address: at most 31 octets beside it. */
  readonly family: number;
  readonly octets: Uint8Array;
  /** How `interfaceNumber` counts: unknown 1, ifIndex 2, system port number 3. */
  readonly numbering: number;
  readonly interfaceNumber: number;
  /** In BER, without tag and length; empty for none. */
  readonly objectIdentifier: Uint8Array;
}

/** A port and protocol VLAN (IEEE 802.1Q-2018 D.2.2). */
export interface ProtocolVlan {
  readonly supported: boolean;
  readonly enabled: boolean;
  /** 0 where none is set. */
  readonly vlan: number;
}

/** A VLAN that the port is a member of, and its name (IEEE 802.1Q-2018 D.2.3). */
export interface NamedVlan {
  readonly vlan: number;
  readonly name: string;
}

/** Auto-negotiation and the link in force (IEEE 802.3-2018 79.3.1). */
export interface MacPhy {
  readonly negotiationSupported: boolean;
  readonly negotiationEnabled: boolean;
  /** ifMauAutoNegCapAdvertisedBits, the first one as the highest of 16. */
  readonly advertised: number;
  /** The number of dot3MauType (IANA-MAU-MIB); 0 where it is unknown. */
  readonly mauType: number;
}

/** Power over the data pairs (IEEE 802.3-2018 79.3.2). */
export interface PowerViaMdi {
  /** Whether it gives power (a PSE) or draws it. */
  readonly sourcing: boolean;
  readonly supported: boolean;
  readonly enabled: boolean;
  readonly pairsControllable: boolean;
  /** Signal pairs 1, spare pairs 2. */
  readonly pairs: number;
  /** Class 0 to 4, as 1 to 5. */
  readonly powerClass: number;
}

/** Whether the link is one of several that forward as one (IEEE 802.1AX; 802.3-2018 79.3.3). */
export interface LinkAggregation {
  readonly capable: boolean;
  readonly aggregated: boolean;
  /** The ifIndex of the aggregate; 0 where the link is in none. */
  readonly port: number;
}

/** LLDP-MED capabilities of an endpoint or a switch (ANSI/TIA-1057 10.2.2). */
export interface MedCapabilities {
  /** Bits of `MedCapability`. */
  readonly capabilities: number;
  /** Not defined 0, endpoint classes I to III 1 to 3, network connectivity device 4. */
  readonly deviceClass: number;
}

/** Bits of the LLDP-MED capabilities. */
export const MedCapability = {
  capabilities: 0x01,
  networkPolicy: 0x02,
  location: 0x04,
  extendedPse: 0x08,
  extendedPd: 0x10,
  inventory: 0x20,
} as const;

/** The LLDP-MED device class of switches, and the last one of endpoints. */
export const DeviceClass = { communicationEndpoint: 3, networkConnectivity: 4 } as const;

/** How an application's frames are marked (ANSI/TIA-1057 10.2.3). */
export interface NetworkPolicy {
  /** Voice 1, voice signaling 2, … (lldpXMedLocMediaPolicyAppType counts them as bits). */
  readonly application: number;
  /** The endpoint asks for a policy. */
  readonly unknown: boolean;
  readonly tagged: boolean;
  /** 0 priority tagged; 1..4094. */
  readonly vlan: number;
  readonly priority: number;
  readonly dscp: number;
}

/** Location of a system (ANSI/TIA-1057 10.2.4): coordinates 1, civic address 2, emergency line 3. */
export interface Location {
  readonly format: number;
  readonly octets: Uint8Array;
}

/** Power that is given or needed (ANSI/TIA-1057 10.2.5). */
export interface ExtendedPower {
  /** PSE 0, PD 1. */
  readonly device: number;
  readonly source: number;
  /** Unknown 0, critical 1, high 2, low 3. */
  readonly priority: number;
  /** Tenths of a watt. */
  readonly power: number;
}

/** Parts of a system (ANSI/TIA-1057 10.2.6); texts of at most 32 octets. */
export interface Inventory {
  readonly hardwareRevision?: string;
  readonly firmwareRevision?: string;
  readonly softwareRevision?: string;
  readonly serialNumber?: string;
  readonly manufacturer?: string;
  readonly model?: string;
  readonly assetId?: string;
}

/** A TLV of an organization, or of a subtype, that nothing here reads. */
export interface ForeignTlv {
  /** 24 bits. */
  readonly organization: number;
  readonly subtype: number;
  readonly octets: Uint8Array;
}

/** Everything that an LLDPDU says beside how long it is good for; what it does not say is undefined or empty. */
export interface LldpInformation {
  readonly chassisId: Identifier;
  readonly portId: Identifier;
  readonly portDescription?: string;
  readonly systemName?: string;
  readonly systemDescription?: string;
  readonly capabilities?: SystemCapabilities;
  readonly managementAddresses: readonly ManagementAddress[];
  /** 0 where the port has none. */
  readonly portVlan?: number;
  readonly protocolVlans: readonly ProtocolVlan[];
  readonly vlanNames: readonly NamedVlan[];
  /** The first octets behind the addresses of the protocols' frames (IEEE 802.1Q-2018 D.2.4). */
  readonly protocols: readonly Uint8Array[];
  readonly macPhy?: MacPhy;
  readonly power?: PowerViaMdi;
  readonly aggregation?: LinkAggregation;
  /** Octets. */
  readonly maximumFrame?: number;
  readonly med?: MedCapabilities;
  readonly policies: readonly NetworkPolicy[];
  readonly locations: readonly Location[];
  readonly extendedPower?: ExtendedPower;
  readonly inventory: Inventory;
  /** TLVs of types that the standard reserves. */
  readonly unknown: readonly Tlv[];
  readonly foreign: readonly ForeignTlv[];
}

/** The information of a system that only identifies itself. */
export function bareInformation(chassisId: Identifier, portId: Identifier): LldpInformation {
  return {
    chassisId,
    portId,
    managementAddresses: [],
    protocolVlans: [],
    vlanNames: [],
    protocols: [],
    policies: [],
    locations: [],
    inventory: {},
    unknown: [],
    foreign: [],
  };
}
