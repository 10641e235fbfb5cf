import { Tag } from '../../../console/elements/Tag.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { translate } from '../../../console/translations/language.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import { DuplexStatus, dot3PauseEntry, ifEntry, LinkStatus, PortLoopStatus, portCtrlEntry } from './objects.ts';
import { portCtrlSupport } from './support-objects.ts';

export default [
  portTable([portCtrlEntry, ifEntry, dot3PauseEntry], {
    what: 'Physical interface',
    poll: 5000,
    support: portCtrlSupport,
    order: [
      'portTrunkId',
      'portMediaType',
      'ifOperStatus',
      'ifAdminStatus',
      'portMode',
      'portLinkSpeed',
      'dot3StatsDuplexStatus',
      'portJumbo',
      'dot3PauseAdminMode',
      'portEapPass',
      'portBpduPass',
      'ifAlias',
    ],
    columns: {
      portTrunkId: { right: true },
      ifOperStatus: { draw: (row) => <LinkTag row={row} /> },
      portMode: { choices: modesOf, support: 'portModeSupport' },
      portModesOffered: false,
      portErrDisabled: false,
      portLoopStatus: false,
      portLinkSpeed: { draw: speedText, right: true },
      ifHighSpeed: false,
      dot3StatsDuplexStatus: { draw: duplexText },
      portJumbo: { support: 'portJumboSupport' },
      dot3PauseAdminMode: { support: 'dot3PauseSupport' },
    },
  }),
];

function modesOf({ values }: PortRow): readonly number[] {
  return String(values.portModesOffered ?? '')
    .split(',')
    .map(Number);
}

/** The duplex of a link that is up. */
function duplexText({ values }: PortRow): string {
  const { ifOperStatus, dot3StatsDuplexStatus: duplex } = values;
  if (ifOperStatus !== LinkStatus.up) return '–';
  return valueText(translate, portCtrlEntry.fields.dot3StatsDuplexStatus, duplex);
}

/** The link's rate and duplex: "1000F". */
function speedText({ values }: PortRow): string {
  if (values.ifOperStatus !== LinkStatus.up) return '–';
  const rate = Number(values.ifHighSpeed);
  const figure = rate >= 10_000 ? `${rate / 1000}G` : String(rate);
  return `${figure}${values.dot3StatsDuplexStatus === DuplexStatus.half ? 'H' : 'F'}`;
}

/** Up, down, or closed by the switch; a link that came out at half duplex wants attention, since its far end was likely forced. */
function LinkTag({ row: { values } }: { readonly row: PortRow }) {
  const t = useText();
  if (values.portErrDisabled === TruthValue.yes) {
    return (
      <Tag tone="warn" title={t('The switch has shut down this port. Disable and enable it to open it again.')}>
        {t('Err-disabled')}
      </Tag>
    );
  }
  if (values.portLoopStatus === PortLoopStatus.loop) {
    return (
      <Tag tone="bad" title={t('Loopback detection has blocked this port until the loop is gone.')}>
        {t('Loop')}
      </Tag>
    );
  }
  if (values.ifOperStatus !== LinkStatus.up) return <Tag>{t('Down')}</Tag>;
  if (values.dot3StatsDuplexStatus !== DuplexStatus.half) return <Tag tone="ok">{t('Up')}</Tag>;
  return (
    <Tag tone="warn" title={t('Half duplex: check the settings of the far end.')}>
      {t('Up')}
    </Tag>
  );
}
