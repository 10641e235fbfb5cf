/** The address that GVRP applications listen to (IEEE 802.1Q-2005 table 11-1). */
export const GVRP_ADDRESS = '01-80-C2-00-00-21';
