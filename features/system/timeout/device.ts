import type { DeviceFeature } from '../../../device/feature.ts';
import { sysUserInterface } from './objects.ts';

/** System > Timeout. The session store reads the web timeout by its name; announcing is a service of its own. */
export const timeout: DeviceFeature = { objects: [sysUserInterface] };
