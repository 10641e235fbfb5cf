import { setRow } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { Page } from '../../console/elements/Page.tsx';
import { PassingButton } from '../../console/elements/PassingButton.tsx';
import { RefreshButton } from '../../console/elements/RefreshButton.tsx';
import { Tag } from '../../console/elements/Tag.tsx';
import { rowParameter } from '../../console/page/row-parameter.ts';
import { Link } from '../../console/router/Link.tsx';
import { DeviceTable } from '../../console/table/DeviceTable.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { Moment } from '../Moment.tsx';
import { momentText } from '../moment-text.ts';
import { type Choices, useNarrowing } from '../narrowing.tsx';
import { fleetSwitchEntry } from '../switches/objects.ts';
import { Words } from '../Words.tsx';
import { fleetAlarmEntry } from './objects.ts';

/** Milliseconds between two reads. */
const POLL = 3_000;

/** Which alarms are shown: a title of the choice, and what is asked for. */
const choices: Choices = {
  Active: { standing: 1 },
  'Not acknowledged': { standing: 2 },
  Cleared: { standing: 3 },
  All: {},
};

/** The alarms of the fleet, newest first. */
export default function Alarms() {
  const t = useText();
  const { apply, pending } = useApply();
  const { filters, controls } = useNarrowing(choices);
  return (
    <Page actions={<RefreshButton />}>
      <DeviceTable
        object={fleetAlarmEntry}
        title={t('Alarms')}
        filters={filters}
        poll={POLL}
        actions={controls}
        columns={[
          {
            name: 'fleetAlarmSeverity',
            draw: ({ fleetAlarmSeverity: severity }) => (
              <Tag tone={severity <= 3 ? 'bad' : severity === 4 ? 'warn' : 'neutral'}>
                {t(fleetAlarmEntry.fields.fleetAlarmSeverity.show(severity))}
              </Tag>
            ),
          },
          {
            key: 'fleetAlarmSwitch',
            title: 'Switch',
            text: ({ fleetAlarmName, fleetAlarmSwitch }) => fleetAlarmName || fleetAlarmSwitch,
            draw: ({ fleetAlarmName, fleetAlarmSwitch: fleetSwitchSerial }) => (
              <Link to={`/Switch/${rowParameter(fleetSwitchEntry, { fleetSwitchSerial })}`}>
                {fleetAlarmName || fleetSwitchSerial}
              </Link>
            ),
          },
          {
            key: 'what',
            title: 'Alarm',
            text: ({ fleetAlarmSaid }) => wordsOfText(fleetAlarmSaid, '', t),
            draw: ({ fleetAlarmSaid }) => <Words text={wordsOfText(fleetAlarmSaid, '', t)} />,
            compare: false,
          },
          {
            name: 'fleetAlarmRaised',
            right: false,
            text: ({ fleetAlarmRaised }) => momentText(fleetAlarmRaised),
            draw: ({ fleetAlarmRaised }) => <Moment seconds={fleetAlarmRaised} />,
          },
          { key: 'times', title: 'Times', right: true, text: (row) => String(row.fleetAlarmCount), compare: false },
          {
            key: 'over',
            title: 'Cleared',
            text: ({ fleetAlarmCleared }) => momentText(fleetAlarmCleared),
            draw: ({ fleetAlarmCleared }) => <Moment seconds={fleetAlarmCleared} />,
            compare: false,
          },
        ]}
        rowActions={({ fleetAlarmSwitch, fleetAlarmNumber, fleetAlarmCleared, fleetAlarmBy }) =>
          fleetAlarmBy !== '' ? (
            <Words text={t('Acknowledged by {{user}}', { user: fleetAlarmBy })} />
          ) : fleetAlarmCleared !== 0 ? null : (
            <PassingButton
              look="text"
              aria-label={t('Acknowledge alarm {{number}} of switch {{serial}}', {
                number: fleetAlarmNumber,
                serial: fleetAlarmSwitch,
              })}
              busy={pending}
              onClick={() =>
                void apply(setRow(fleetAlarmEntry, { fleetAlarmSwitch, fleetAlarmNumber, fleetAlarmAcknowledge: 1 }))
              }
            >
              {t('Acknowledge')}
            </PassingButton>
          )
        }
        empty={'search' in filters ? t('No matches for the search.') : t('No alarms.')}
      />
    </Page>
  );
}
