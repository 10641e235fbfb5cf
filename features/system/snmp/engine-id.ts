import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { snmpAgentCtrl } from './objects.ts';

/** The enterprise number of examples (RFC 5612) with the bit of RFC 3411's form, then 3: a MAC address follows. */
const BY_MAC_ADDRESS = '80007ED903';

/** This switch's engine ID, in hexadecimal digits: the one that is set, else one made of the MAC address (RFC 3411). */
export function ownEngineId(configuration: Configuration, { baseMacAddress }: Hardware): string {
  const { snmpEngineID } = configuration.group(snmpAgentCtrl);
  return snmpEngineID === '' ? `${BY_MAC_ADDRESS}${baseMacAddress.replaceAll('-', '')}` : snmpEngineID;
}
