import { truth } from '../../model/schema/kinds/enumeration.ts';
import { group } from '../../model/schema/object.ts';

/**
 * State of the first-run wizard on the device; its steps live in the browser (docs/specification/system.md, "Wizard").
 */
export const sysWizard = group('sysWizard', {
  title: 'Setup wizard',
  page: '/Wizard/setup0Info',
  fields: {
    sysWizardDone: truth({
      label: 'Wizard done or ignored',
      help: 'Skips the wizard after login.',
    }),
    wizardHandOver: truth({
      label: 'Hand-over',
      access: 'action',
      help: 'Allows this browser to log in once again without a password, within two minutes after the address has changed.',
    }),
  },
  privateMib: { number: 3, columns: ['sysWizardDone', 'wizardHandOver'] },
});
