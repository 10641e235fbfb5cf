import { type MibSyntax, octets } from '../../../model/smi/syntax.ts';

/** "32768 00-11-22-AA-BB-CC" as two octets of priority and six of address (RFC 4188 BridgeId); zeros for none. Read only. */
export const bridgeIdentifier: MibSyntax = {
  type: 'OctetString',
  length: 8,
  encode(value) {
    const [priority = '', address = ''] = String(value).split(' ');
    const digits = Number(priority).toString(16).padStart(4, '0') + address.replaceAll('-', '');
    return octets.encode(digits.padEnd(16, '0'));
  },
  decode: () => undefined,
};
