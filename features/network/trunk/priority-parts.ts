import { fact, facts } from '../../../console/page/facts.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import { portName } from '../../../console/ports/port-draft.ts';
import { translate } from '../../../console/translations/language.ts';
import { dot3adAggPortEntry, lacpCtrl } from './lacp-objects.ts';

export default [
  facts('LACP', [fact(lacpCtrl, 'lacpSystemPriority')]),
  portTable(dot3adAggPortEntry, {
    title: 'Ports',
    what: 'LACP port priority',
    columns: {
      dot3adAggPortActorOperState: false,
      dot3adAggPortPartnerOperState: false,
      dot3adAggPortPartnerOperSystemID: false,
      dot3adAggPortPartnerOperPort: false,
      dot3adAggPortPartnerOperPortPriority: false,
      memberStatus: false,
      dot3adAggPortSelectedAggID: {
        draw: ({ values }) => {
          const trunk = Number(values.dot3adAggPortSelectedAggID);
          return trunk === 0 ? '–' : portName(translate, trunk);
        },
      },
    },
    order: ['dot3adAggPortSelectedAggID'],
  }),
];
