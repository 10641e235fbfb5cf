import { useGroup } from '../../console/call/use-reads.ts';
import { Card } from '../../console/elements/Card.tsx';
import { FactList } from '../../console/elements/FactList.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { sysSystemCtrl, system } from '../system/system-management/objects.ts';
import { sysTimeCtrl } from '../system/system-time/objects.ts';
import { useAddresses, useIpv6Addresses } from './use-addresses.ts';

/** Model and name of the switch. */
export function IdentityCard({ poll }: { poll: number | false }) {
  const t = useText();
  const name = useGroup(system, { poll }).data;
  const device = useGroup(sysSystemCtrl).data;
  const time = useGroup(sysTimeCtrl, { poll }).data;
  const addresses = useAddresses(poll);
  const ipv6Addresses = useIpv6Addresses(poll);
  return (
    <Card title={t('Device')}>
      <FactList
        facts={[
          { name: t('Name'), value: name?.sysName },
          { name: t('Location'), value: name?.sysLocation },
          { name: t('Contact'), value: name?.sysContact },
          { name: t('Model'), value: device?.modelName },
          { name: t('Hardware'), value: device?.sysHardwareVersion },
          { name: t('Firmware'), value: device?.sysSoftwareVersion },
          { name: t('Boot'), value: device?.sysBootVersion },
          { name: t('Serial'), value: device?.sysSerialNumber },
          { name: t('MAC address'), value: device?.systemSwitchBaseMacAddress },
          { name: t('IPv4 address'), value: addresses?.join(', ') },
          { name: t('IPv6 address'), value: ipv6Addresses?.join(', ') },
          { name: t('Uptime'), value: name && system.fields.sysUpTime.show(name.sysUpTime) },
          { name: t('Device time'), value: time?.sysTimeCurrent },
        ]}
      />
    </Card>
  );
}
