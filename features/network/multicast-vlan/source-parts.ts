import { streamPorts } from './stream-ports.tsx';

export default [
  streamPorts({
    title: 'Source ports',
    label: 'Sources on each port',
    what: 'Source ports of a multicast VLAN',
    untagged: 'multicastVlanSourceUntagged',
    tagged: 'multicastVlanSourceTagged',
    others: ['multicastVlanReceiverUntagged', 'multicastVlanReceiverTagged'],
    taken: 'Port {{port}} is a receiver of the multicast VLAN.',
  }),
];
