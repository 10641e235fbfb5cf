import { status } from '../../../model/schema/kinds/enumeration.ts';
import { group } from '../../../model/schema/object.ts';

/** Which of the ports' settings the datapath can carry out at all; a page shows the others as not available. */
export const portCtrlSupport = group('portCtrlSupport', {
  title: 'Port settings of this switch',
  help: 'Port settings that this switch supports.',
  page: '/Network/PhysicalInterface',
  fields: {
    portModeSupport: status({ label: 'Mode', access: 'ro', default: 1 }),
    portJumboSupport: status({ label: 'Jumbo', access: 'ro', default: 1 }),
    dot3PauseSupport: status({ label: 'Flow Ctrl', access: 'ro', default: 1 }),
  },
  privateMib: { number: 35, columns: ['portModeSupport', 'portJumboSupport', 'dot3PauseSupport'] },
});
