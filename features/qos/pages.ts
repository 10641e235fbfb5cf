import { page } from '../../console/navigation/page.ts';

const under = ['QoS'];

/** QoS > CoS: whether ports have queues, and which one each priority waits in (docs/specification/security.md). */
export const cosPage = page({
  under,
  title: 'CoS',
  heading: 'Class of Service',
  sentence: 'Sends urgent frames first on congested ports, by one queue per priority.',
  keywords: 'qos quality class of service 802.1p priority queue pcp',
  reads: ['dot1dTrafficClassesEnabled', 'dot1dTrafficClassEntry'],
  page: () => import('./cos/parts.tsx'),
});

/** QoS > Port Priority: the priority of frames without a tag. */
export const qosPortPriorityPage = page({
  under,
  title: 'Port Priority',
  sentence: 'Priority of frames received untagged.',
  keywords: 'qos untagged default priority 802.1p',
  reads: ['dot1dPortPriorityEntry', 'dot1dTrafficClassesEnabled', 'trunkGroupEntry'],
  page: () => import('./port-priority/parts.ts'),
});

/** QoS > DSCP: which queue each code point waits in. */
export const dscpPage = page({
  under,
  title: 'DSCP',
  sentence: 'Maps DSCP values to queues.',
  keywords: 'qos diffserv differentiated services code point ef af queue',
  reads: ['qosDscpConfig', 'qosDscpMapEntry', 'dot1dTrafficClassesEnabled'],
  page: () => import('./dscp/parts.tsx'),
});

/** QoS > Scheduling Algorithm: how queues are emptied. */
export const schedulingPage = page({
  under,
  title: 'Scheduling Algorithm',
  sentence: 'Queue scheduling.',
  keywords: 'qos strict priority wrr weighted round robin weight queue',
  reads: ['qosSchedConfig', 'qosSchedQueueEntry', 'dot1dTrafficClassesEnabled'],
  page: () => import('./scheduling-algorithm/parts.tsx'),
});

/** QoS > IPv6 Traffic Class: queues of single traffic classes. */
export const ipv6TrafficClassPage = page({
  under,
  title: 'IPv6 Traffic Class',
  sentence: 'Assigns IPv6 packets of single traffic classes to queues.',
  keywords: 'qos ipv6 traffic class queue ecn',
  reads: ['qosIpv6TcEntry', 'dot1dTrafficClassesEnabled'],
  page: () => import('./ipv6-traffic-class/parts.ts'),
});
