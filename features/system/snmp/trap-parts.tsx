import { setRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup } from '../../../console/call/use-reads.ts';
import type { ControlProps } from '../../../console/controls/control.ts';
import { Ipv4Control } from '../../../console/controls/Ipv4Control.tsx';
import { Ipv6Control } from '../../../console/controls/Ipv6Control.tsx';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { useDraftValue } from '../../../console/form/form-context.ts';
import { list } from '../../../console/page/list.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { PageLink } from '../../PageLink.tsx';
import { snmpAgentCtrl } from './objects.ts';
import { SenderControl } from './row-choice.tsx';
import { snmpTargetAddrEntry, TrapAddressType } from './trap-objects.ts';

type Receiver = RowOf<typeof snmpTargetAddrEntry>;

const message = [
  'snmpTargetParamsMPModel',
  { name: 'snmpTargetParamsSecurityName', control: SenderControl },
  'snmpTargetParamsSecurityLevel',
];

const delivery = ['snmpNotifyType', 'snmpTargetAddrTimeout', 'snmpTargetAddrRetryCount'];

export default [
  list(snmpTargetAddrEntry, {
    title: 'Receivers',
    filter: 'Name or host',
    empty: 'No trap receivers configured.',
    notice: NothingSent,
    rowActions: SendTest,
    columns: [
      'snmpTargetAddrName',
      'snmpTargetAddrTAddress',
      'trapUdpPort',
      'snmpTargetParamsMPModel',
      'snmpTargetParamsSecurityName',
      'snmpNotifyType',
    ],
    add: {
      title: 'New receiver',
      what: 'Add trap receiver',
      button: 'Add receiver',
      fields: [
        [
          'snmpTargetAddrName',
          'trapAddrType',
          { name: 'snmpTargetAddrTAddress', control: AddressControl },
          'trapUdpPort',
        ],
        message,
        delivery,
      ],
    },
    modify: {
      title: ({ snmpTargetAddrName: name }, t) => t('Receiver {{name}}', { name }),
      what: 'Modify trap receiver',
      fields: [['trapUdpPort', ...message], delivery],
    },
  }),
];

/** The receiver's address, in the control of the type that is chosen beside it. */
function AddressControl(props: ControlProps) {
  return Number(useDraftValue('trapAddrType')) === TrapAddressType.ipv6 ? (
    <Ipv6Control {...props} />
  ) : (
    <Ipv4Control {...props} />
  );
}

function SendTest({ row: { snmpTargetAddrName } }: { readonly row: Receiver }) {
  const t = useText();
  const { apply, pending } = useApply();
  return (
    <Button
      look="text"
      busy={pending}
      aria-label={t('Send test to {{name}}', { name: snmpTargetAddrName })}
      onClick={() => void apply(setRow(snmpTargetAddrEntry, { snmpTargetAddrName, snmpTargetTest: 1 }))}
    >
      {t('Send test')}
    </Button>
  );
}

function NothingSent({ rows = [] }: { readonly rows: readonly Receiver[] | undefined }) {
  const t = useText();
  const { data } = useGroup(snmpAgentCtrl);
  const isOff = data?.snmpAgentState === Status.disabled || data?.snmpTrapState === Status.disabled;
  if (!isOff || rows.length === 0) return null;
  return (
    <Notice actions={<PageLink to="/System/SNMP/Settings" />}>
      {t('Nothing is sent while SNMP or Traps is disabled under Settings.')}
    </Notice>
  );
}
