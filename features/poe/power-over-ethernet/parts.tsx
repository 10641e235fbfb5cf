import { form } from '../../../console/page/form.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { PowerTag } from '../../PowerTag.tsx';
import { sureOfPower } from '../../sure-of-power.ts';
import { pethMainPseEntry } from './main-pse-objects.ts';
import {
  LimitType,
  pethNotificationControlEntry,
  pethPsePortEntry,
  poePortExtEntry,
  poeSystemConfig,
} from './objects.ts';
import { poePortState } from './port-state-objects.ts';
import { SupplyCards } from './SupplyCards.tsx';
import { TimeRangeControl } from './TimeRangeControl.tsx';

export default [
  SupplyCards,
  form(
    [
      poeSystemConfig,
      { object: pethMainPseEntry, index: { pethMainPseGroupIndex: 1 } },
      { object: pethNotificationControlEntry, index: { pethNotificationControlGroupIndex: 1 } },
    ],
    {
      title: 'Supply',
      what: 'Power over Ethernet',
      fields: [
        'poePowerThreshold',
        'poeDisconnectMethod',
        'poeAllocationMode',
        'pethMainPseUsageThreshold',
        'pethNotificationControlEnable',
      ],
      sure: (_changes, _draft, calls) => sureOfPower(calls),
    },
  ),
  portTable([pethPsePortEntry, poePortExtEntry, poePortState], {
    title: 'Ports',
    what: 'Power over Ethernet of ports',
    poll: 5000,
    port: 'pethPsePortIndex',
    sure: (_changes, calls) => sureOfPower(calls),
    columns: {
      poePortStatus: { title: 'Status', draw: ({ values }) => <PowerTag status={values.poePortStatus} /> },
      // A switch has one supply.
      pethPsePortGroupIndex: false,
      pethPsePortDetectionStatus: false,
      pethPsePortPowerClassifications: false,
      poePortPowerLimit: { unusable: onlyWhereUserDefined },
      poePortTimeRange: { control: TimeRangeControl, all: true },
    },
    order: ['poePortStatus', 'poePortPower'],
    views: [
      {
        title: 'Power',
        columns: [
          'poePortStatus',
          'poePortPower',
          'poePortClass',
          'pethPsePortAdminEnable',
          'pethPsePortPowerPriority',
          'poePortTimeRange',
        ],
      },
      { title: 'Devices', columns: ['poePortStatus', 'poePortPower', 'poePortClass', 'pethPsePortType'] },
      {
        title: 'Limits and detection',
        columns: [
          'poePortStatus',
          'poePortPowerLimitType',
          'poePortPowerLimit',
          'poePortDelayPower',
          'poePortLegacyPd',
        ],
      },
      {
        title: 'Measured and counted',
        columns: [
          'poePortStatus',
          'poePortVoltage',
          'poePortCurrent',
          'pethPsePortMPSAbsentCounter',
          'pethPsePortInvalidSignatureCounter',
          'pethPsePortPowerDeniedCounter',
          'pethPsePortOverLoadCounter',
          'pethPsePortShortCounter',
        ],
      },
    ],
  }),
];

function onlyWhereUserDefined({ values }: PortRow): string | undefined {
  return values.poePortPowerLimitType === LimitType.userDefined ? undefined : 'The power limit is not user defined.';
}
