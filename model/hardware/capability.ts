/**
 * Capabilities that a switch may lack: a setting that needs one is refused, a page that needs one is closed.
 * `packetContent` is matching any octets of a frame; every switch matches its head and the fields of its packet except
 * the type of IGMP. `fragmentOffsets` is matching the position of a fragment in its packet.
 */
export type Capability =
  | 'portMode'
  | 'flowControl'
  | 'jumbo'
  | 'powerOverEthernet'
  | 'temperature'
  | 'llcProtocols'
  | 'packetContent'
  | 'fragmentOffsets';
