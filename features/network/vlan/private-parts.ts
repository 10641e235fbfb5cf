import { matrix } from '../../../console/page/matrix.tsx';
import { privateVlanPortEntry } from './objects.ts';

export default [
  matrix(privateVlanPortEntry, {
    title: 'Forwarding ports',
    label: 'Which port may reach which',
    what: 'Private VLAN',
    column: 'privateVlanForwardPorts',
    resetQuestion: 'Let every port reach every port again?',
  }),
];
