import { setRow } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useRows } from '../../console/call/use-reads.ts';
import { Button } from '../../console/elements/Button.tsx';
import { confirm } from '../../console/feedback/dialogs.ts';
import { PageActions } from '../../console/page/PageActions.tsx';
import { portTable } from '../../console/page/port-table.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { formatPortList, portListOf } from '../../model/values/port-list.ts';
import { DeviceTag } from '../DeviceTag.tsx';
import { PowerTag } from '../PowerTag.tsx';
import { RestartButton } from '../RestartButton.tsx';
import { sureOfPower } from '../sure-of-power.ts';
import { aSVPortEntry, DeviceType } from '../surveillance-mode/vlan-objects.ts';
import { pethPsePortEntry, poePortExtEntry, RESTART_SECONDS } from './power-over-ethernet/objects.ts';
import { PowerStatus, poePortState } from './power-over-ethernet/port-state-objects.ts';
import { SupplyCards } from './power-over-ethernet/SupplyCards.tsx';
import { TimeRangeControl } from './power-over-ethernet/TimeRangeControl.tsx';

const POLL = 5000;

export default [
  SupplyCards,
  RestartCameras,
  portTable([pethPsePortEntry, poePortExtEntry, poePortState], {
    title: 'Ports',
    what: 'Power of ports',
    poll: POLL,
    port: 'pethPsePortIndex',
    sure: (_changes, calls) => sureOfPower(calls),
    columns: {
      pethPsePortGroupIndex: false,
      poePortStatus: { title: 'Status', draw: ({ values }) => <PowerTag status={values.poePortStatus} /> },
      poePortTimeRange: { control: TimeRangeControl, all: true },
      pethPsePortType: {
        title: 'Device',
        draw: ({ port }) => <DeviceAt port={port} />,
      },
      pethPsePortDetectionStatus: {
        title: 'Action',
        draw: ({ port, values }) => <RestartButton port={port} status={values.poePortStatus} />,
      },
    },
    views: [
      {
        title: 'Power',
        columns: [
          'pethPsePortType',
          'poePortStatus',
          'poePortPower',
          'pethPsePortDetectionStatus',
          'pethPsePortAdminEnable',
          'pethPsePortPowerPriority',
        ],
      },
      {
        title: 'Limits',
        columns: [
          'pethPsePortType',
          'poePortClass',
          'poePortPower',
          'poePortPowerLimitType',
          'poePortPowerLimit',
          'poePortTimeRange',
        ],
      },
      {
        title: 'Measured',
        columns: ['pethPsePortType', 'poePortPower', 'poePortVoltage', 'poePortCurrent'],
      },
    ],
  }),
];

function DeviceAt({ port }: { readonly port: number }) {
  const row = useRows(aSVPortEntry, {}, { poll: POLL }).data?.find(({ ifIndex }) => ifIndex === port);
  return <DeviceTag type={row?.aSVPortDeviceType} />;
}

/** Restarts every camera, and no recorder: confirmed twice. */
function RestartCameras() {
  const t = useText();
  const { apply, pending } = useApply();
  const ports = useRows(aSVPortEntry, {}, { poll: POLL }).data ?? [];
  const power = useRows(poePortState, {}, { poll: POLL }).data ?? [];
  const powered = new Set(
    power.filter((row) => row.poePortStatus === PowerStatus['POWER ON']).map((row) => row.pethPsePortIndex),
  );
  const cameras = ports
    .filter((row) => row.aSVPortDeviceType === DeviceType.camera && powered.has(row.ifIndex))
    .map(({ ifIndex }) => ifIndex);
  const restart = async () => {
    const list = formatPortList(portListOf(cameras));
    const first = t('The cameras on ports {{ports}} lose power for {{seconds}} s. Restart them all?', {
      ports: list,
      seconds: RESTART_SECONDS,
    });
    if (!(await confirm(first))) return;
    const calls = cameras.map((pethPsePortIndex) => setRow(poePortExtEntry, { pethPsePortIndex, poePortRestart: 1 }));
    await apply(calls, {
      what: 'Restart all cameras',
      success: t('The cameras restart.'),
      ask: { text: t('Nothing is recorded until the cameras are back. Are you sure?') },
    });
  };
  return (
    <PageActions>
      <Button busy={pending} disabled={cameras.length === 0} onClick={() => void restart()}>
        {t('Restart all cameras')}
      </Button>
    </PageActions>
  );
}
