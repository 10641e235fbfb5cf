import type { StoredConfiguration } from '../../device/flash/stored-configuration.ts';
import { scenarioText } from './datapaths.ts';
import type { SwitchModel } from './models.ts';
import type { AgentOptions } from './options.ts';

/**
 * Initial settings of a virtual switch: those of its scenario, and in the built-in office those that its core switch
 * and its stream need. Undefined if there are none, and on any other datapath.
 */
export async function deliveredSettings(
  {
    datapath,
    factorySettings,
    scenario,
    cables,
  }: Pick<AgentOptions, 'datapath' | 'factorySettings' | 'scenario' | 'cables'>,
  { ports }: Pick<SwitchModel, 'ports'>,
): Promise<StoredConfiguration | undefined> {
  if (datapath !== 'virtual' || factorySettings) return undefined;
  const { playedScenario } = await import('../../datapath/virtual/create-virtual-datapath.ts');
  const played = playedScenario({ ports, cables, scenario: await scenarioText(scenario) });
  if (played.configuration) return { objects: played.configuration };
  return scenario === undefined ? (await import('./office-settings.ts')).officeSettings(played) : undefined;
}
