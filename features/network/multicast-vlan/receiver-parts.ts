import { streamPorts } from './stream-ports.tsx';

export default [
  streamPorts({
    title: 'Receiver ports',
    label: 'Reception on each port',
    what: 'Receiver ports of a multicast VLAN',
    untagged: 'multicastVlanReceiverUntagged',
    tagged: 'multicastVlanReceiverTagged',
    others: ['multicastVlanSourceUntagged', 'multicastVlanSourceTagged'],
    taken: 'Port {{port}} is a source of the multicast VLAN.',
  }),
];
