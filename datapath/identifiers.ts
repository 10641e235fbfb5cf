/** 1..64, as printed on the chassis; also the port's ifIndex. */
export type PortNumber = number;

/** A bridge port (IEEE 802.1Q-2018 3.21): a physical port that is in no trunk, by its number, or trunk k as 5000 + k. */
export type BridgePortNumber = number;

/** 1..4094 (IEEE 802.1Q). */
export type VlanId = number;

/** Six octets as "00-11-22-AA-BB-CC", upper case, hyphens. */
export type MacAddress = string;
