import { type DeviceFeature, live, operation } from '../../../device/feature.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { say } from '../../../model/values/message.ts';
import { needsPower } from '../requirement.ts';
import { livePorts, liveStandardPorts, liveSupply, liveSystem } from './device-live.ts';
import { powerContribution } from './device-plan.ts';
import { powerWatch } from './device-watch.ts';
import { pethMainPseEntry } from './main-pse-objects.ts';
import { pethNotificationControlEntry, pethPsePortEntry, poePortExtEntry, poeSystemConfig } from './objects.ts';
import { poePortState } from './port-state-objects.ts';

/** The limit cannot exceed the supply. */
const threshold: Rule = {
  concerns: [poeSystemConfig],
  *check({ after, hardware: { powerBudget = 0 } }) {
    if (powerBudget === 0 || after.group(poeSystemConfig).poePowerThreshold <= powerBudget) return;
    const message = say('Threshold exceeds the power supply of {{watts}} W.', { watts: powerBudget / 1000 });
    yield conflict(poeSystemConfig, message, { column: 'poePowerThreshold' });
  },
};

/** Takes a port's power away for a moment. */
const restart = operation(poePortExtEntry, {
  async rehearse(context, request) {
    if (request.values.poePortRestart === undefined) return;
    await (await import('./device-restart.ts')).refuseRestart(context, request);
  },
  async operate(context, request) {
    if (request.values.poePortRestart === undefined) return;
    await (await import('./device-restart.ts')).restartDevice(context, request);
  },
});

/** PoE > Power over Ethernet. */
export const powerOverEthernet: DeviceFeature = {
  objects: [
    pethMainPseEntry,
    poeSystemConfig,
    pethNotificationControlEntry,
    pethPsePortEntry,
    poePortExtEntry,
    poePortState,
  ],
  rules: [threshold, needsPower([poeSystemConfig])],
  contributions: [powerContribution],
  live: [
    live(pethMainPseEntry, { columns: liveSupply }),
    live(poeSystemConfig, { group: liveSystem }),
    live(pethPsePortEntry, { columns: liveStandardPorts }),
    live(poePortState, { rows: livePorts }),
  ],
  operations: [restart],
  services: [powerWatch],
  // The menu's section goes where there is no supply.
  modules: { PoE: 'powerOverEthernet' },
};
