import { host } from '../../../model/schema/kinds/host.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';

/** Time servers, asked in their order (docs/specification/system.md, "System Time"). */
export const sysTimeSntpServerEntry = table('sysTimeSntpServerEntry', {
  title: 'Time server',
  page: '/System/SystemTime',
  index: { sysTimeSntpServerIndex: integer({ label: 'No.', min: 1, max: 2, access: 'create' }) },
  columns: {
    sysTimeSntpServer: host({
      label: 'Time server',
      maxLength: 64,
      optional: true,
      help: 'Address or name. The second server is asked if the first does not respond.',
    }),
    sysTimeSntpVlan: vlanId({
      label: 'VLAN',
      min: 2,
      fixed: [0],
      default: 0,
      words: { 0: 'any' },
      references: { table: dot1qVlanStaticEntry, except: [0] },
      help: 'The VLAN of a server with a link-local address; 0 for any.',
    }),
  },
  rows: { max: 2, fixed: true },
  rowName: (row) => say('time server {{index}}', { index: row.sysTimeSntpServerIndex }),
  factory: () => [{ sysTimeSntpServerIndex: 1 }, { sysTimeSntpServerIndex: 2 }],
  privateMib: { number: 27, columns: ['sysTimeSntpServerIndex', 'sysTimeSntpServer', 'sysTimeSntpVlan'] },
});
