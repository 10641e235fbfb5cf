import { confirm } from '../../../console/feedback/dialogs.ts';
import { form } from '../../../console/page/form.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { translate } from '../../../console/translations/language.ts';
import type { Change } from '../../../model/configuration/change.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { formatPortList, portListOf } from '../../../model/values/port-list.ts';
import { PowerTag } from '../../PowerTag.tsx';
import { pethMainPseEntry } from './main-pse-objects.ts';
import {
  LimitType,
  pethNotificationControlEntry,
  pethPsePortEntry,
  poePortExtEntry,
  poeSystemConfig,
} from './objects.ts';
import { PowerStatus, poePortState } from './port-state-objects.ts';
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
    },
  ),
  portTable([pethPsePortEntry, poePortExtEntry, poePortState], {
    title: 'Ports',
    what: 'Power over Ethernet of ports',
    poll: 5000,
    port: 'pethPsePortIndex',
    sure: sureOfSwitchingOff,
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
          'pethPsePortType',
        ],
      },
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

/** Who switches a port off is asked where a device there loses its power. */
function sureOfSwitchingOff(changes: readonly Change[]): Promise<boolean> | boolean {
  const losing = changes.flatMap(({ column, to, row }) =>
    column === 'pethPsePortAdminEnable' && to === Status.disabled && row?.poePortStatus === PowerStatus['POWER ON']
      ? [Number(row.pethPsePortIndex)]
      : [],
  );
  if (losing.length === 0) return true;
  const ports = formatPortList(portListOf(losing));
  return confirm(
    losing.length === 1
      ? translate('The device on port {{port}} loses its power. Switch it off?', { port: ports })
      : translate('The devices on ports {{ports}} lose their power. Switch them off?', { ports }),
  );
}
