import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { group } from '../../model/schema/object.ts';

/** Which of the two layouts the console shows (specification section 3, aSVViewMode). */
export const aSVViewMode = group('aSVViewMode', {
  title: 'View mode',
  fields: { sysWebViewMode: enumeration({ label: 'Mode', choices: { 1: 'Standard Mode', 2: 'Surveillance Mode' } }) },
});
