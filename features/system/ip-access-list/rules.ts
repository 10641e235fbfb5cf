import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { formatIpNetwork, ipNetwork } from '../../../model/values/ip-prefix.ts';
import { say } from '../../../model/values/message.ts';
import { ipAccessListCtrl, ipAccessListEntry } from './objects.ts';

/** A row names a network by its first address: no two rows can name one network. */
const networkRule: Rule = {
  concerns: [ipAccessListEntry],
  *check({ after }) {
    for (const row of after.rows(ipAccessListEntry)) {
      const { ipAccessAddr: address, ipAccessPrefixLength: prefix } = row;
      const network = ipNetwork(address, prefix);
      const named = network && formatIpNetwork(network);
      if (named === undefined) {
        const message = say('Please enter an integer between {{min}} ~ {{max}}', { min: 1, max: 32 });
        yield conflict(ipAccessListEntry, message, { row, column: 'ipAccessPrefixLength' });
      } else if (named !== `${address}/${prefix}`) {
        const message = say('The network of {{prefix}} bits that holds {{address}} begins at {{network}}.', {
          prefix,
          address,
          network: named.replace(/\/.*/, ''),
        });
        yield conflict(ipAccessListEntry, message, { row, column: 'ipAccessAddr' });
      }
    }
  },
};

/** An empty list would lock everyone out. */
const somebodyRule: Rule = {
  concerns: [ipAccessListCtrl, ipAccessListEntry],
  *check({ after }) {
    if (after.group(ipAccessListCtrl).ipAccessListState !== Status.enabled) return;
    if (after.rows(ipAccessListEntry).length > 0) return;
    const message = say('An enabled IP access list needs an address: add your own address first.');
    yield conflict(ipAccessListCtrl, message, { column: 'ipAccessListState' });
  },
};

/** Rules of an access list. */
export const accessListRules: readonly Rule[] = [networkRule, somebodyRule];
