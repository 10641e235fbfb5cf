import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { group } from '../../model/schema/object.ts';

/** Which of the two layouts the console shows (docs/specification/product.md 3, "aSVViewMode"). */
export const aSVViewMode = group('aSVViewMode', {
  title: 'View mode',
  fields: { sysWebViewMode: enumeration({ label: 'Mode', choices: { 1: 'Standard Mode', 2: 'Surveillance Mode' } }) },
  privateMib: { number: 4, columns: ['sysWebViewMode'] },
});

/**
 * Changes of the ports of loopback detection on entering the Surveillance Mode: those where it is enabled, and those
 * skipped.
 */
export const aSVModePreview = group('aSVModePreview', {
  title: 'Preview of the Surveillance Mode',
  help: 'Ports on which Surveillance Mode would enable loopback detection.',
  fields: {
    modeLoopPorts: portList({ label: 'Loopback detection enabled on', access: 'ro' }),
    modeTrunkPorts: portList({ label: 'Skipped (members of trunks)', access: 'ro' }),
    modeUplinkPorts: portList({ label: 'Skipped (uplinks)', access: 'ro' }),
    modeSessionPorts: portList({ label: 'Skipped (this session)', access: 'ro' }),
  },
  privateMib: { number: 197, columns: ['modeLoopPorts', 'modeTrunkPorts', 'modeUplinkPorts', 'modeSessionPorts'] },
});
