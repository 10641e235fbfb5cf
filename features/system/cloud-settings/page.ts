import { page } from '../../../console/navigation/page.ts';

/** System > Cloud Settings: the cloud that manages this switch, or may (docs/specification/system.md). */
export const cloudSettingsPage = page({
  under: ['System'],
  title: 'Cloud Settings',
  sentence: 'Hands management of this switch to a cloud, or takes it back.',
  keywords: 'cloud remote management claim code controller owner local control',
  needsCloudMode: true,
  name: 'CloudSettings',
  reads: ['sysCloudCtrl', 'apiTokenEntry'],
  page: () => import('./parts.tsx'),
});
