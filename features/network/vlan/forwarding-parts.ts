import { form } from '../../../console/page/form.tsx';
import { translate } from '../../../console/translations/language.ts';
import { dot1dTp, dot1qVlan, LearningConstraint } from './objects.ts';

const constraint = 'dot1qConstraintTypeDefault';
const asymmetric = 'asymmetricVlanStatus';

export default [
  form([dot1qVlan, dot1dTp], {
    title: 'Address learning',
    what: 'VLAN forwarding',
    fields: [
      constraint,
      {
        name: asymmetric,
        // It can always be disabled.
        unusable: (chosen) =>
          Number(chosen(constraint)) === LearningConstraint.shared || Number(chosen(asymmetric)) === 1
            ? undefined
            : 'Asymmetric VLAN requires shared VLAN learning to be enabled first.',
      },
      'dot1dTpAgingTime',
    ],
    sure: (changes) =>
      !changes.some(({ column }) => column === constraint) || {
        text: translate(
          'Changing the forwarding table mode clears the whole address table: traffic is flooded until it is learned again.',
        ),
      },
  }),
];
