import { useGroup } from '../../../console/call/use-reads.ts';
import { Notice } from '../../../console/elements/Notice.tsx';
import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { translate } from '../../../console/translations/language.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { wordsOfText } from '../../../model/values/message.ts';
import { dhcpAutoConfigCtrl } from './objects.ts';

/** Milliseconds between two reads of the state. */
const poll = 3_000;

const Settings = form(dhcpAutoConfigCtrl, {
  title: 'Settings',
  what: 'DHCP Auto Configuration',
  sure: (changes) =>
    !changes.some(({ column, to }) => column === 'dhcpAutoConfigState' && to === Status.enabled) || {
      text: translate('Fetch the configuration at each start?'),
      detail: translate(
        'VLAN 1 then requests an address by DHCP: the address of the switch may change at the next start.',
      ),
    },
});

const LastRun = facts(
  'This start',
  [
    fact(dhcpAutoConfigCtrl, 'dhcpAutoConfigStatus'),
    fact(dhcpAutoConfigCtrl, 'dhcpAutoConfigServer'),
    fact(dhcpAutoConfigCtrl, 'dhcpAutoConfigFile'),
    fact(dhcpAutoConfigCtrl, 'dhcpAutoConfigTime'),
  ],
  { poll },
);

/** Why it failed, where it did. */
function Reason() {
  const t = useText();
  const { data } = useGroup(dhcpAutoConfigCtrl, { poll });
  const reason = data && wordsOfText(data.dhcpAutoConfigReasonSaid, data.dhcpAutoConfigReason, t);
  return reason ? (
    <Notice tone="bad" live>
      {reason}
    </Notice>
  ) : null;
}

export default [Reason, Settings, LastRun];
