/** What a switch may be unable to do: a setting that needs it is refused, a page that needs it is closed. */
export type Capability = 'portMode' | 'flowControl' | 'jumbo' | 'powerOverEthernet' | 'temperature' | 'llcProtocols';
