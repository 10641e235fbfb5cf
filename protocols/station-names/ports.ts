/** UDP ports of DHCP servers (RFC 2131 4.1) and of multicast DNS (RFC 6762 3). */
export const DHCP_SERVER_PORT = 67;
export const MDNS_PORT = 5353;
