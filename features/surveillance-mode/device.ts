import type { DeviceFeature } from '../../device/feature.ts';
import { aSVViewMode } from './objects.ts';

/** Keeps which of the two modes the console is in. */
export const surveillanceMode: DeviceFeature = { objects: [aSVViewMode] };
