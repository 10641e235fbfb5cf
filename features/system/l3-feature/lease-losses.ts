import { say } from '../../../model/values/message.ts';

/** Why an address of a DHCP server went, in words. */
export const leaseLosses = {
  expired: say('the lease has expired'),
  refused: say('the server refused it'),
  released: say('it was released'),
  conflict: say('another station uses it'),
  moved: say('the switch is in another network'),
} as const;
