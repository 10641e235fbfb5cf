// Written from the folders below fleet/ by scripts/place-features.mjs. What a folder declares is changed there, their
// order in fleet/order.json.
import type { FleetFeature } from '../cloud/fleet/fleet-feature.ts';
import { alarms } from './alarms/cloud.ts';
import { audit } from './audit/cloud.ts';
import { claims } from './claim/cloud.ts';
import { firmware } from './firmware/cloud.ts';
import { rollouts } from './rollouts/cloud.ts';
import { switches } from './switches/cloud.ts';
import { users } from './users/cloud.ts';

/** What the pages of the fleet console need of the cloud, in the order of its menu. */
export const fleetFeatures: readonly FleetFeature[] = [switches, alarms, claims, rollouts, firmware, users, audit];
