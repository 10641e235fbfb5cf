import type { Hardware } from '../../model/hardware/hardware.ts';

/**
 * The device's name on its links, as a label of a host name: the system name, or the model with the last four digits of
 * the MAC address (docs/specification/product.md 3, "device URL name").
 */
export function hostNameOf(systemName: string, { modelName, baseMacAddress }: Hardware): string {
  const named = systemName.replaceAll(/[^A-Za-z0-9-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return (named || `${modelName}${baseMacAddress.replaceAll('-', '').slice(-4)}`).slice(0, 63);
}
