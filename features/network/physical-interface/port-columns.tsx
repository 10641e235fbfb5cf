import { Tag } from '../../../console/elements/Tag.tsx';
import type { PortColumn } from '../../../console/ports/port-column.ts';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import type { GroupValues } from '../../../model/schema/object.ts';
import type { Translate } from '../../../model/values/translate.ts';
import { DuplexStatus, LinkStatus, type portCtrlSupport } from './objects.ts';

/** The columns of the port table; what the switch cannot do at all is shown, and says so. */
export function portColumns(
  t: Translate,
  support: GroupValues<typeof portCtrlSupport> | undefined,
): readonly (string | PortColumn)[] {
  const unless = (supported: number | undefined) =>
    supported === 2 ? { unusable: () => t('Not available on this switch.') } : {};
  return [
    'portMediaType',
    { name: 'ifOperStatus', draw: (row) => <LinkTag t={t} row={row} /> },
    'ifAdminStatus',
    { name: 'portMode', choices: modesOf, ...unless(support?.portModeSupport) },
    { name: 'portLinkSpeed', draw: speedText, right: true },
    { name: 'dot3PauseAdminMode', ...unless(support?.dot3PauseSupport) },
    'ifAlias',
    { name: 'portJumbo', ...unless(support?.portJumboSupport) },
    'portEapPass',
    'portBpduPass',
  ];
}

function modesOf({ values }: PortRow): readonly number[] {
  return String(values.portModesOffered ?? '')
    .split(',')
    .map(Number);
}

/** The link's rate and duplex: "1000F". */
function speedText({ values }: PortRow): string {
  if (values.ifOperStatus !== LinkStatus.up) return '–';
  const rate = Number(values.ifHighSpeed);
  const figure = rate >= 10_000 ? `${rate / 1000}G` : String(rate);
  return `${figure}${values.dot3StatsDuplexStatus === DuplexStatus.half ? 'H' : 'F'}`;
}

/** Up or down; a link that came out at half duplex wants attention, since its far end was likely forced. */
function LinkTag({ t, row: { values } }: { t: Translate; row: PortRow }) {
  if (values.ifOperStatus !== LinkStatus.up) return <Tag>{t('Down')}</Tag>;
  if (values.dot3StatsDuplexStatus !== DuplexStatus.half) return <Tag tone="ok">{t('Up')}</Tag>;
  return (
    <Tag tone="warn" title={t('Half duplex: check how the far end is set.')}>
      {t('Up')}
    </Tag>
  );
}
