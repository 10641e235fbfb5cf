import type { BridgePortNumber } from '../../../datapath/identifiers.ts';
import type { Reason, Step } from '../../../datapath/trace/traced-frame.ts';
import { interfaceName } from '../../../model/values/interface-index.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { formatPortList, PORT_LIST_MAXIMUM, portListOf } from '../../../model/values/port-list.ts';
import { AttackType, dosTypeEntry } from '../denial-of-service/objects.ts';

/** Text of a stage for an administrator; on egress, of the ports that it concerns. */
export function stepWords({ reason }: Pick<Step, 'reason'>, ports: readonly BridgePortNumber[]): Message {
  const names = portNames(ports);
  if (reason.code !== 'leaves') {
    const why = reasonWords(reason);
    return ports.length === 0 ? why : say('Not by port {{ports}}: {{why}}', { ports: names, why });
  }
  return reason.tagged
    ? say('It leaves by port {{ports}}, tagged.', { ports: names })
    : say('It leaves by port {{ports}}, untagged.', { ports: names });
}

/** "1-3,5, Trunk 1" */
function portNames(ports: readonly BridgePortNumber[]): string {
  const single = formatPortList(portListOf(ports.filter((port) => port <= PORT_LIST_MAXIMUM)));
  const trunks = ports.filter((port) => port > PORT_LIST_MAXIMUM).map(interfaceName);
  return [...(single === '' ? [] : [single]), ...trunks].join(', ');
}

/** Why a stage let a frame pass, or did not, for an administrator. */
function reasonWords(reason: Exclude<Reason, { code: 'leaves' }>): Message {
  switch (reason.code) {
    case 'hiddenTag':
      return say('It has a hidden priority tag after its VLAN tag.');
    case 'accessRule': {
      const rule = { profile: Math.floor(reason.key / 0x1_0000), rule: reason.key % 0x1_0000 };
      return reason.action === 'deny'
        ? say('Rule {{rule}} of profile {{profile}} denies it.', rule)
        : say('Rule {{rule}} of profile {{profile}} permits it.', rule);
    }
    case 'noAccessRule':
      return say('No rule matches it.');
    case 'portDisabled':
      return say('The port is disabled.');
    case 'noLink':
      return say('The port has no link.');
    case 'mirrorTarget':
      return say('The port is a mirroring target.');
    case 'classified':
      return say('It belongs to VLAN {{vlan}}.', { vlan: reason.vlan });
    case 'noVlan':
      return say('VLAN {{vlan}} does not exist.', { vlan: reason.vlan });
    case 'notMember':
      return say('The port is not a member of VLAN {{vlan}}.', { vlan: reason.vlan });
    case 'frameType':
      return say('The port does not accept such frames.');
    case 'discarding':
    case 'learningOnly':
    case 'blocked':
      return say('The port is blocked in VLAN {{vlan}}.', { vlan: reason.vlan });
    case 'learns':
      return say('Its source is learned.');
    case 'filteredAddress':
      return say('Its destination is filtered.');
    case 'punted':
      return say('The switch inspects it.');
    case 'ownInterface':
      return say('It is for the switch itself.');
    case 'turnedAway':
      return say('The IP access list denies it on this port.');
    case 'known':
      return say('Its destination is known at port {{port}}.', { port: reason.port });
    case 'group':
      return say('It goes to the ports of its group.');
    case 'flood':
      return say('Its destination is unknown: it is flooded to all ports of the VLAN.');
    case 'cameFrom':
      return say('It was received on this port.');
    case 'withheld':
      return say('It is not forwarded to this port.');
    case 'forwardingMask':
      return say('Port {{port}} may not send to it.', { port: interfaceName(reason.from) });
    case 'tooLong':
    case 'tooShort':
      return say('The port does not accept frames of its length.');
    case 'groupSource':
      return say('A group cannot be the source of a frame.');
    case 'reservedVid':
      return say('The VLAN of its tag is reserved.');
    case 'pause':
    case 'reservedAddress':
      return say('Control frames never pass the next switch.');
    case 'notAuthenticated':
      return say('No station has authenticated at the port.');
    case 'notCollecting':
    case 'notDistributing':
      return say('The trunk does not use the port now.');
    case 'noStream':
      return say('It is not a stream of multicast VLAN {{vlan}}.', { vlan: reason.vlan });
    case 'secure':
      return say('Its source is a secure address of port {{port}}.', { port: interfaceName(reason.port) });
    case 'secureElsewhere':
      return say('Its source is secured at port {{port}} and accepted on no other port.', {
        port: interfaceName(reason.port),
      });
    case 'unknownSource':
      return say('Port security drops its source.');
    case 'attack':
      return say('It matches an attack: {{attack}}.', {
        attack: say(dosTypeEntry.fields.dosType.show(AttackType[reason.attack])),
      });
    case 'queued':
      return say('It waits in queue {{queue}}.', { queue: reason.queue });
    case 'nothingAgainst':
    case 'pinned':
    case 'own':
    case 'memberOf':
      return say('OK');
  }
}
