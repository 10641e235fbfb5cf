import type { Reason } from '../../../datapath/trace/traced-frame.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { formatPortList } from '../../../model/values/port-list.ts';

/** Why a stage let a frame pass, or did not, for an administrator. */
export function reasonWords(reason: Reason): Message {
  switch (reason.code) {
    case 'hiddenTag':
      return say('It hides a priority tag where only its content would stand.');
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
      return say('The port is no member of VLAN {{vlan}}.', { vlan: reason.vlan });
    case 'frameType':
      return say('The port does not accept such frames.');
    case 'discarding':
    case 'learningOnly':
    case 'blocked':
      return say('The port is closed in VLAN {{vlan}}.', { vlan: reason.vlan });
    case 'learns':
      return say('Its source is learned.');
    case 'filteredAddress':
      return say('Its destination is filtered.');
    case 'punted':
      return say('The switch looks into it.');
    case 'ownInterface':
      return say('It is for the switch itself.');
    case 'known':
      return say('Its destination is known at port {{port}}.', { port: reason.port });
    case 'group':
      return say('It goes to the ports of its group.');
    case 'flood':
      return say('Its destination is not known: it goes to all ports of the VLAN.');
    case 'cameFrom':
      return say('It came in by this port.');
    case 'leaves':
      return reason.tagged
        ? say('It leaves by port {{ports}}, tagged.', { ports: formatPortList(reason.by) })
        : say('It leaves by port {{ports}}, untagged.', { ports: formatPortList(reason.by) });
    case 'nothingAgainst':
    case 'pinned':
    case 'own':
    case 'memberOf':
      return say('Nothing is against it.');
    default:
      return say('This stage does not let it go on.');
  }
}
