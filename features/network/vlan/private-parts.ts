import { matrix } from '../../../console/page/matrix.tsx';
import { privateVlanPortEntry } from './objects.ts';

export default [
  matrix(privateVlanPortEntry, {
    title: 'Forwarding ports',
    label: 'Forwarding between ports',
    what: 'Private VLAN',
    column: 'privateVlanForwardPorts',
    resetQuestion: 'Allow every port to reach every port again?',
  }),
];
