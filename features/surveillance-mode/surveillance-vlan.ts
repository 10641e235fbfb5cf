/** What a VLAN is called that is made for cameras and recorders (reference/system.md B). */
export const SURVEILLANCE_VLAN_NAME = 'ASV';
