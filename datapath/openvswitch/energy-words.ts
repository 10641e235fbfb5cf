import type { EnergyState } from '../datapath.ts';

/** The link modes under a heading of `ethtool --show-eee`; "Not reported" is none. */
function modesUnder(told: string, heading: string): readonly string[] {
  const [, first = ''] = new RegExp(`${heading}:([^:]*)`).exec(told) ?? [];
  return first.match(/\d+base\S+/g) ?? [];
}

/** Whether a device whose words these are can let its link sleep at all. */
export function isEnergyEfficient(told: string): boolean {
  return !/EEE status:\s*not supported/.test(told) && modesUnder(told, 'Supported EEE link modes').length > 0;
}

/** How a link sleeps, in the words of `ethtool --show-eee` (ethtool(8)); undefined where it cannot. */
export function parseEnergyState(told: string): EnergyState | undefined {
  if (!isEnergyEfficient(told)) return undefined;
  const isActive = /EEE status:\s*enabled - active/.test(told);
  const [, wake] = /Tx LPI:\s*(\d+) \(us\)/.exec(told) ?? [];
  const partner = modesUnder(told, 'Link partner advertised EEE link modes').length > 0;
  return {
    partner: partner ? 'yes' : 'no',
    isActive,
    sendsIdle: isActive && wake !== undefined,
    receivesIdle: isActive && partner,
    wakeTime: isActive && wake !== undefined ? Number(wake) : undefined,
  };
}
