import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group } from '../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH } from '../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../model/values/port-list.ts';
import { VLAN_ID_MAXIMUM } from '../../model/values/vlan-list.ts';

/**
 * The way that this session comes in, and a forced change that waits to be confirmed (docs/specification/protocol.md, "One guard
 * against locking the administrator out").
 */
export const managementGuard = group('managementGuard', {
  title: 'Management guard',
  help: 'How this session reaches the switch, and a forced change that reverts unless it is confirmed.',
  fields: {
    managementGuardState: enumeration({
      label: 'State',
      access: 'ro',
      choices: { 1: 'No pending change', 2: 'A change is waiting for confirmation' },
    }),
    managementGuardSecondsLeft: gauge({ label: 'Time left', unit: 's' }),
    managementGuardReason: text({ label: 'Reason', access: 'ro', maxLength: 255 }),
    /** The reason as a `Message` in JSON. */
    managementGuardSaid: text({ label: 'Message', access: 'ro', maxLength: MESSAGE_TEXT_LENGTH }),
    managementGuardUser: text({ label: 'Forced by', access: 'ro', maxLength: 32 }),
    /** 0 where the session comes in past the switch's ports. */
    managementGuardPort: integer({ label: 'Port of this session', access: 'ro', min: 0, max: PORT_LIST_MAXIMUM }),
    managementGuardTakeBack: integer({
      label: 'Revert',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Reverts the forced change at once; possible for 60 s, even after it is confirmed.',
    }),
    managementGuardTakeBackLeft: gauge({ label: 'Time left to revert', unit: 's' }),
    managementGuardAddress: text({
      label: 'New address',
      access: 'ro',
      maxLength: 15,
      help: 'Address of the switch after the pending change, for a session at an address that the change removes.',
    }),
    /** Logs this session in at the new address, once, instead of the password. */
    managementGuardTicket: text({ label: 'Ticket for the new address', access: 'ro', maxLength: 64 }),
    /** A `Message` in JSON; "" where nothing is known. */
    managementGuardLater: text({
      label: 'Disconnects later',
      access: 'ro',
      maxLength: MESSAGE_TEXT_LENGTH,
      help: 'Why the session that confirmed a forced change will be disconnected later.',
    }),
    managementGuardVlan: integer({ label: 'VLAN of this session', access: 'ro', min: 0, max: VLAN_ID_MAXIMUM }),
  },
  privateMib: {
    number: 8,
    columns: [
      'managementGuardState',
      'managementGuardSecondsLeft',
      'managementGuardReason',
      'managementGuardUser',
      'managementGuardPort',
      'managementGuardVlan',
      'managementGuardSaid',
      'managementGuardTakeBack',
      'managementGuardTakeBackLeft',
      'managementGuardAddress',
      'managementGuardTicket',
      'managementGuardLater',
    ],
  },
});
