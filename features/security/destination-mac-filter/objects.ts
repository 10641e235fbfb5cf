import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { tellBlocking } from './tell-blocking.ts';

/** Filtered addresses at most (docs/specification/security.md 0.6). */
const DESTINATION_FILTER_MAXIMUM = 128;

/**
 * Addresses to which nothing is forwarded (docs/specification/security.md, "Destination MAC Filter"): entries of RFC 4188 that may
 * go to no port, whatever port they come in by.
 */
export const dot1dStaticEntry = table('dot1dStaticEntry', {
  title: 'Filtered address',
  page: '/Security/DestinationMACFilter',
  index: {
    dot1dStaticAddress: mac({
      mib: { column: 1 },
      label: 'MAC Address',
      access: 'create',
      addresses: 'unicast',
      help: 'Frames to this station are dropped on every port and in every VLAN. Frames from the station are forwarded.',
    }),
  },
  columns: {
    dot1dStaticReceivePort: integer({
      mib: { column: 2 },
      label: 'Receive Port',
      access: 'ro',
      min: 0,
      max: 0,
      words: { 0: 'Any' },
      help: 'The filter applies to frames received on any port.',
    }),
    dot1dStaticAllowedToGoTo: portList({
      mib: { column: 3 },
      label: 'Allowed Ports',
      access: 'ro',
      help: 'None: frames to the address leave through no port.',
    }),
    dot1dStaticStatus: enumeration({
      mib: { column: 4 },
      label: 'Status',
      access: 'ro',
      choices: { 3: 'Permanent' },
      help: 'Permanent entries are kept over a restart.',
    }),
  },
  rows: { max: DESTINATION_FILTER_MAXIMUM },
  rowName: ({ dot1dStaticAddress }) => say('filtered address {{address}}', { address: dot1dStaticAddress }),
  tells: tellBlocking,
  oid: '1.3.6.1.2.1.17.5.1.1',
  // dot1dStaticReceivePort comes last; 0 is any port.
  mib: { index: ['dot1dStaticAddress', 0] },
  privateMib: { number: 49, columns: ['RowStatus'] },
});
