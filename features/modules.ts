import type { DeviceFeature } from '../device/feature.ts';

/**
 * Menu titles that the device closes on a switch that cannot do what stands under them (specification section 2,
 * `closedModules`). A single page says the same by its `needs`.
 */
export const modules: DeviceFeature = {
  objects: [],
  modules: { PoE: 'powerOverEthernet' },
};
