import type { DeviceFeature } from '../../../device/feature.ts';
import { announcements } from './device-announcements.ts';
import { sysUserInterface } from './objects.ts';

/** System > Timeout. The session store reads the web timeout by its name. */
export const timeout: DeviceFeature = { objects: [sysUserInterface], services: [announcements] };
