import type { CallersRequest, DeviceContext } from '../../device/feature.ts';
import { Severity } from '../../device/log/log.ts';
import { callerName } from '../../device/management.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { interfaceName } from '../../model/values/interface-index.ts';
import { say } from '../../model/values/message.ts';
import { portBit } from '../../model/values/port-list.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { BROADCAST_MAC, putMac } from '../../protocols/frames/addresses.ts';
import { buildEthernet, padFrame } from '../../protocols/frames/ethernet.ts';
import { bridgePorts } from '../bridge-ports.ts';
import { joinedHosts } from './device-hosts.ts';
import { hostControl } from './objects.ts';

/** The EtherType of Wake-on-LAN. */
const WAKE = 0x0842;
const MAC_LENGTH = 6;
const REPEATS = 16;

/** Sends a magic packet out of the port where the host was heard last. */
export async function wakeHost(
  context: DeviceContext,
  { values: { hostWake: mac = '' }, caller }: CallersRequest<typeof hostControl, { readonly hostWake?: string }>,
): Promise<void> {
  const { configuration, hardware, datapath, log } = context;
  const host = (await joinedHosts(context)).find((one) => one.mac === mac);
  const place = host && bridgePorts(configuration(), hardware).find(({ number }) => number === host.port);
  const [vlan] = host?.vlans ?? [];
  if (!place || vlan === undefined) {
    const message = say('The port of {{address}} is not known.', { address: mac });
    throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(hostControl, undefined, 'hostWake'));
  }
  datapath.originate(vlan, magicPacket(mac, hardware.baseMacAddress), portBit(place.representative));
  log.write(
    Severity.informational,
    say('{{who}} woke {{address}} at port {{port}}.', {
      who: callerName(caller),
      address: mac,
      port: interfaceName(place.number),
    }),
  );
}

/** Six octets of ones and sixteen times the address, in a frame of its own type. */
function magicPacket(mac: string, source: string): Uint8Array {
  const payload = new Uint8Array(MAC_LENGTH * (1 + REPEATS)).fill(0xff, 0, MAC_LENGTH);
  for (let time = 1; time <= REPEATS; time += 1) putMac(payload, time * MAC_LENGTH, mac);
  return padFrame(buildEthernet({ destination: BROADCAST_MAC, source, etherType: WAKE, payload }));
}
