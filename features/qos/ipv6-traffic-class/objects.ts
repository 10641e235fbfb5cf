import { integer } from '../../../model/schema/kinds/integer.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { queueId } from '../queues.ts';

/** Queues of single traffic classes of IPv6 (docs/specification/security.md, "IPv6 Traffic Class"). */
export const qosIpv6TcEntry = table('qosIpv6TcEntry', {
  title: 'IPv6 traffic class',
  page: '/QoS/IPv6TrafficClass',
  index: {
    qosIpv6TcValue: integer({
      label: 'IPv6 Traffic Class',
      access: 'create',
      min: 0,
      max: 255,
      help: 'All eight bits: four times the DSCP, plus ECN in the last two. A router that marks congestion changes these: add the four values of a DSCP.',
    }),
  },
  columns: {
    qosIpv6TcQueue: queueId({
      help: 'Queue for packets of this traffic class; higher queues are served first or more often.',
    }),
  },
  rows: { max: 256 },
  rowName: ({ qosIpv6TcValue: value }) => say('IPv6 traffic class {{value}}', { value }),
  privateMib: { number: 171, columns: ['qosIpv6TcValue', 'qosIpv6TcQueue', 'RowStatus'] },
});
