/** The bridge group address (IEEE 802.1Q-2018 table 8-1): no bridge forwards what goes there. */
export const BRIDGE_GROUP_ADDRESS = '01-80-C2-00-00-00';
