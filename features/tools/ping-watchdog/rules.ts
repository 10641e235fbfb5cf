import { missing } from '../../../model/configuration/message.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { classOfIpv6, Ipv6Class } from '../../../model/values/ipv6.ts';
import { say } from '../../../model/values/message.ts';
import { addressesSet, addressObjects } from '../../addresses-set.ts';
import { pingWatchdogEntry, WatchdogAction } from './objects.ts';

/** A host is watched once, and a port for one host. */
const onceRule: Rule = {
  concerns: [pingWatchdogEntry],
  *check({ after, hardware }) {
    const targets = new Set<string>();
    const ports = new Map<number, number>();
    for (const row of after.rows(pingWatchdogEntry)) {
      const { pingWatchdogTarget: target, pingWatchdogPort: port, pingWatchdogIndex: number } = row;
      if (targets.has(target)) {
        const message = say('This target is already watched.');
        yield conflict(pingWatchdogEntry, message, { row, column: 'pingWatchdogTarget' });
      }
      targets.add(target);
      if (port === 0) continue;
      const place = { row, column: 'pingWatchdogPort' };
      if (!hardware.ports.has(port)) {
        yield conflict(pingWatchdogEntry, missing(say('port {{port}}', { port })), place);
      }
      const other = ports.get(port);
      if (other !== undefined) {
        const message = say('Port {{port}} is already monitored by entry {{number}}.', { port, number: other });
        yield conflict(pingWatchdogEntry, message, place);
      }
      ports.set(port, number);
    }
  },
};

/** Somebody else is watched, who is at one place. */
const targetRule: Rule = {
  concerns: [pingWatchdogEntry, ...addressObjects],
  *check({ after, hardware }) {
    const rows = after.rows(pingWatchdogEntry);
    if (rows.length === 0) return;
    const own = addressesSet(after, hardware.baseMacAddress);
    for (const row of rows) {
      const { pingWatchdogTarget: address } = row;
      const place = { row, column: 'pingWatchdogTarget' };
      if (own.has(address)) {
        yield conflict(pingWatchdogEntry, say('{{address}} is an address of the switch itself.', { address }), place);
      } else if (classOfIpv6(address) === Ipv6Class.linkLocal) {
        yield conflict(pingWatchdogEntry, say('A link-local address cannot be monitored.'), place);
      }
    }
  },
};

/** An action at a port needs one, and actions that would end every session stay within limits. */
const actionRule: Rule = {
  concerns: [pingWatchdogEntry],
  *check({ after, hardware }) {
    const { powerCycle, notifyAndPowerCycle, linkCycle, reboot } = WatchdogAction;
    for (const row of after.rows(pingWatchdogEntry)) {
      const { pingWatchdogAction: action, pingWatchdogPort: port } = row;
      const place = { row, column: 'pingWatchdogAction' };
      const needsPower = action === powerCycle || action === notifyAndPowerCycle;
      if (needsPower && port !== 0 && !hardware.ports.get(port)?.pse) {
        const message = say('Port {{port}} powers no devices.', { port });
        yield conflict(pingWatchdogEntry, message, place);
      } else if ((action === linkCycle || needsPower) && port === 0) {
        const message = say('This action needs a port.');
        yield conflict(pingWatchdogEntry, message, { row, column: 'pingWatchdogPort' });
      } else if (action === reboot && row.pingWatchdogMaxActions === 0) {
        const message = say('Consecutive restarts need a limit.');
        yield conflict(pingWatchdogEntry, message, { row, column: 'pingWatchdogMaxActions' });
      }
    }
  },
};

/** Rules of watched hosts. */
export const watchdogRules: readonly Rule[] = [onceRule, targetRule, actionRule];
