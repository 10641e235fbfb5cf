import { page } from '../../../console/navigation/page.ts';
import { statusPath, upgradePath } from './paths.ts';

/** Tools > Firmware Upgrade: what runs, what is started next, and loading something newer (docs/specification/system.md). */
export const firmwareUpgradePage = page({
  under: ['Tools'],
  title: 'Firmware Upgrade',
  path: upgradePath,
  sentence: 'Loads new firmware into the inactive slot, and selects the firmware to start.',
  fromAfar: 'From the cloud, firmware is installed by a rollout: in the fleet console, under Firmware.',
  keywords: 'update image bundle version slot boot rollback',
  reads: ['fwUpgradeCtrl', 'fwImageEntry', 'sysConfig'],
  page: () => import('./FirmwareUpgrade.tsx'),
});

/** Tools > Firmware Upgrade status: follows an upgrade until the switch is back (docs/specification/system.md). */
export const firmwareUpgradeStatusPage = page({
  under: ['Tools'],
  title: 'Firmware Upgrade status',
  path: statusPath,
  sentence: 'Follows the upgrade until the switch is back.',
  hidden: true,
  list: upgradePath,
  reads: ['fwUpgradeCtrl'],
  page: () => import('./FirmwareUpgradeStatus.tsx'),
});
