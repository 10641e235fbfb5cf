import { useEffect, useRef, useState } from 'react';
import { deleteRow, setGroup } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useRows } from '../../console/call/use-reads.ts';
import { Button } from '../../console/elements/Button.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { interfaceName } from '../../model/values/interface-index.ts';
import { dot1qStaticUnicastEntry } from '../network/static-unicast/objects.ts';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { RestartButton } from '../RestartButton.tsx';
import { pingCtlEntry } from '../tools/ping/objects.ts';
import { BlockForm, UnblockForm } from './BlockForms.tsx';
import { LabelForm, PinForm } from './HostForms.tsx';
import { HostPing } from './HostPing.tsx';
import styles from './hosts.module.css';
import { hostControl, type hostEntry, hostLabelEntry, NameSource } from './objects.ts';
import { pingTarget } from './ping-target.ts';
import { useBlocking } from './use-blocking.ts';

type Host = RowOf<typeof hostEntry>;

/** Which form is open. */
type Doing = 'label' | 'pin' | 'block' | 'unblock' | undefined;

/** What can be done about a host: at once, or by a form in the buttons' place. */
export function HostActions({ host }: { readonly host: Host }) {
  const [doing, setDoing] = useState<Doing>();
  const [closed, setClosed] = useState(0);
  const close = () => {
    setDoing(undefined);
    setClosed((times) => times + 1);
  };
  switch (doing) {
    case 'label':
      return <LabelForm host={host} onClose={close} />;
    case 'pin':
      return <PinForm host={host} onClose={close} />;
    case 'block':
      return <BlockForm host={host} onClose={close} />;
    case 'unblock':
      return <UnblockForm host={host} onClose={close} />;
    default:
      return <Buttons host={host} returned={closed > 0} onDo={setDoing} />;
  }
}

interface ButtonsProps {
  readonly host: Host;
  /** A form in their place was closed: the focus that it had comes here. */
  readonly returned: boolean;
  readonly onDo: (doing: Doing) => void;
}

function Buttons({ host, returned, onDo }: ButtonsProps) {
  const t = useText();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (returned) first.current?.focus();
  }, [returned]);
  const { apply, pending } = useApply();
  /** The address that was asked, and how often. */
  const [asked, setAsked] = useState<{ readonly address: string; readonly turn: number }>();
  const power = useRows(poePortState, {}).data?.find(({ pethPsePortIndex }) => pethPsePortIndex === host.hostPort);
  const isPinned = useRows(dot1qStaticUnicastEntry, {}).data?.some(
    (row) => row.dot1qStaticUnicastAddress === host.hostAddress,
  );
  const blocking = useBlocking(host.hostAddress);
  const target = pingTarget(host);
  const wake = () =>
    apply(setGroup(hostControl, { hostWake: host.hostAddress }), {
      what: 'Wake host',
      success: t('A magic packet left by port {{port}}.', { port: interfaceName(host.hostPort) }),
    });
  const ping = async () => {
    if (!target) return;
    const { address, vlan } = target;
    const call = setGroup(pingCtlEntry, { pingCtlTargetAddress: address, pingVlan: vlan });
    const { ok } = await apply(call, { success: false });
    if (ok) setAsked((before) => ({ address, turn: (before?.turn ?? 0) + 1 }));
  };
  const unlabel = () =>
    apply(deleteRow(hostLabelEntry, { hostLabelAddress: host.hostAddress }), { what: 'Remove label' });
  const hasLabel = host.hostNameSource === NameSource.label;
  return (
    <>
      <fieldset className={styles.actions} aria-label={t('Actions')}>
        <Button ref={first} onClick={() => onDo('label')}>
          {t('Rename')}
        </Button>
        {hasLabel && (
          <Button busy={pending} onClick={() => void unlabel()}>
            {t('Remove label')}
          </Button>
        )}
        <Button busy={pending} disabled={target === undefined} onClick={() => void ping()}>
          {t('Ping')}
        </Button>
        <Button busy={pending} disabled={host.hostPort === 0} onClick={() => void wake()}>
          {t('Wake')}
        </Button>
        <Button disabled={isPinned !== false || host.hostPort === 0} onClick={() => onDo('pin')}>
          {isPinned ? t('Pinned') : t('Pin to port')}
        </Button>
        {(blocking?.receives || blocking?.sends) && <Button onClick={() => onDo('unblock')}>{t('Unblock…')}</Button>}
        {!(blocking?.receives && blocking.sends) && (
          <Button disabled={blocking === undefined} onClick={() => onDo('block')}>
            {t('Block…')}
          </Button>
        )}
        {power && <RestartButton look="outlined" port={host.hostPort} status={power.poePortStatus} />}
      </fieldset>
      {asked && <HostPing key={asked.turn} address={asked.address} />}
    </>
  );
}
