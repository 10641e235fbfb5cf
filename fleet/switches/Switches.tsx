import { rowParameter } from '../../console/page/row-parameter.ts';
import { Link } from '../../console/router/Link.tsx';
import { CellLines } from '../../console/table/CellLines.tsx';
import { DeviceTable } from '../../console/table/DeviceTable.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { Moment } from '../Moment.tsx';
import { momentText } from '../moment-text.ts';
import { type Choices, useNarrowing } from '../narrowing.tsx';
import { OneSwitch } from './OneSwitch.tsx';
import { fleetSwitchEntry } from './objects.ts';
import styles from './switches.module.css';
import { ConditionTag, StandingTag } from './tags.tsx';

type Row = RowOf<typeof fleetSwitchEntry>;

/** Milliseconds between two reads of the page that is shown. */
const POLL = 3_000;

/** Which switches are shown: a title of the choice, and what is asked for. */
const choices: Choices = {
  All: {},
  Connected: { condition: 1 },
  'Not connected': { condition: 2 },
  'Configuration differs': { drifted: 1 },
  'With alarms': { alarmed: 1 },
};

export default [Object.assign(SwitchList, { Row: OneSwitch })];

/** Every switch of the fleet: filtered, ordered and paged by the cloud. */
function SwitchList() {
  const t = useText();
  const { filters, controls } = useNarrowing(choices);
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <DeviceTable
      object={fleetSwitchEntry}
      title={t('Switches')}
      filters={filters}
      poll={POLL}
      actions={controls}
      columns={[
        { name: 'fleetSwitchName', draw: (row) => <SwitchLink row={row} /> },
        {
          name: 'fleetSwitchCondition',
          draw: (row) => (
            <span className={styles.state}>
              <ConditionTag row={row} />
              <StandingTag row={row} />
            </span>
          ),
        },
        'fleetSwitchAlarms',
        {
          name: 'fleetSwitchSerial',
          draw: ({ fleetSwitchSerial, fleetSwitchAddress }) => (
            <CellLines lines={[fleetSwitchSerial, fleetSwitchAddress].filter(Boolean)} />
          ),
        },
        {
          name: 'fleetSwitchModel',
          draw: ({ fleetSwitchModel, fleetSwitchVersion }) => (
            <CellLines lines={[fleetSwitchModel, fleetSwitchVersion].filter(Boolean)} />
          ),
        },
        {
          name: 'fleetSwitchLastSeen',
          right: false,
          text: ({ fleetSwitchLastSeen }) => momentText(fleetSwitchLastSeen),
          draw: ({ fleetSwitchLastSeen }) => <Moment seconds={fleetSwitchLastSeen} />,
        },
      ]}
      empty={
        isNarrowed ? t('No switch fits.') : t('No switches claimed yet. Claim the first one by the code it shows.')
      }
    />
  );
}

/** The way to the page of one switch. */
function SwitchLink({ row }: { readonly row: Row }) {
  const words = row.fleetSwitchName === '' ? row.fleetSwitchSerial : row.fleetSwitchName;
  return (
    <span className={styles.name}>
      <Link to={`/Switch/${rowParameter(fleetSwitchEntry, row)}`}>{words}</Link>
    </span>
  );
}
