/** What configurations and frames are made of: few of each, so that they meet. */
export const PORTS = [1, 2, 3, 4, 5, 6] as const;
export const VLANS = [1, 10, 20, 30] as const;
/** Those that carry streams for all. */
export const STREAM_VLANS = [50, 60] as const;
/** A VLAN that is never created, in addition. */
export const TAG_VLANS = [0, ...VLANS, 40, ...STREAM_VLANS, 4095] as const;

export const STATIONS = [
  '02-00-00-00-00-01',
  '02-00-00-00-00-02',
  '02-00-00-00-00-03',
  '02-00-00-00-00-04',
  '02-00-00-00-01-05',
  '00-03-6B-00-00-06',
  '00-E0-BB-00-00-07',
] as const;

export const GROUPS = ['01-00-5E-01-01-01', '01-00-5E-00-00-05', '33-33-00-00-01-01', '03-00-00-00-00-01'] as const;

/** Reserved ones (IEEE 802.1Q tables 8-1 and 10-1), and their neighbors. */
export const RESERVED = [
  '01-80-C2-00-00-00',
  '01-80-C2-00-00-01',
  '01-80-C2-00-00-02',
  '01-80-C2-00-00-03',
  '01-80-C2-00-00-0D',
  '01-80-C2-00-00-0E',
  '01-80-C2-00-00-0F',
  '01-80-C2-00-00-10',
  '01-80-C2-00-00-20',
  '01-80-C2-00-00-21',
  '01-80-C2-00-00-22',
  '01-80-C2-00-00-2F',
  '01-80-C2-00-00-30',
] as const;

export const IPV4 = ['10.0.0.1', '10.0.0.2', '10.0.1.3', '172.16.0.4'] as const;
export const IPV4_GROUPS = ['239.1.1.1', '239.129.1.1', '224.0.0.5', '225.0.0.5'] as const;
export const IPV6 = ['2001:db8::1', '2001:db8::2', '2001:db8:1::3', 'fe80::4'] as const;
export const IPV6_GROUPS = ['ff05::101', 'ff02::1', 'ff0e::1:0:101'] as const;
export const UPPER_PORTS = [22, 23, 80, 1023, 1024, 50_000] as const;
export const TYPES = [0x0800, 0x0806, 0x86dd, 0x88b5, 0x9100] as const;

/** Users of 802.1X, all with the same password; VLAN 40 is never created, and only a RADIUS server assigns names. */
export const USERS = [
  { user: 'ann', vlan: 0 },
  { user: 'bob', vlan: 10 },
  { user: 'cleo', vlan: 20 },
  { user: 'dan', vlan: 40 },
  { user: 'eve', vlan: 'engineering' },
] as const;
export const PASSWORD = 'hello there';

/** Bridges at the far ends of links, and the roots that they know. */
export const BRIDGES = ['02-00-00-00-30-01', '02-00-00-00-30-02', '02-00-00-00-30-03'] as const;
export const ROOTS = ['02-00-00-00-00-00', '02-00-00-00-40-01'] as const;

/** Switches and servers at the far ends of links. */
export const SYSTEMS = ['02-00-00-00-20-01', '02-00-00-00-20-02'] as const;
