import { matrix } from '../../../console/page/matrix.tsx';
import { privateVlanPortEntry } from './private-vlan-objects.ts';

export default [
  matrix(privateVlanPortEntry, {
    title: 'Forwarding ports',
    label: 'Forwarding between ports',
    what: 'Private VLAN',
    column: 'privateVlanForwardPorts',
    resetQuestion: 'Remove all restrictions? Every port then reaches all ports of its VLANs.',
  }),
];
