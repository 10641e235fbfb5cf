/**
 * What a switch may be unable to do: a setting that needs it is refused, a page that needs it is closed. `packetContent` is
 * looking at any octets of a frame; every switch sees its head and the fields of its packet but for the type of IGMP.
 * `fragmentOffsets` is seeing where a fragment lies in its packet.
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
