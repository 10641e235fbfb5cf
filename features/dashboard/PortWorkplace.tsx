import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useRow } from '../../console/call/use-reads.ts';
import { IconButton } from '../../console/elements/Button.tsx';
import { classNames } from '../../console/elements/class-names.ts';
import { Tag } from '../../console/elements/Tag.tsx';
import { portNumbers } from '../../console/ports/port-numbers.ts';
import { Link } from '../../console/router/Link.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { AttentionList } from '../AttentionFinding.tsx';
import { DuplexStatus, ifEntry, LinkStatus, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { open as openFindings, useAttention } from '../use-attention.ts';
import { PortCable } from './PortCable.tsx';
import { PortCounters } from './PortCounters.tsx';
import { PortHosts } from './PortHosts.tsx';
import { PortRates } from './PortRates.tsx';
import { PortSettings } from './PortSettings.tsx';
import { PortUsage } from './PortUsage.tsx';
import styles from './port-workplace.module.css';

interface PortWorkplaceProps {
  /** For the panel, which names what it controls. */
  readonly id: string;
  readonly port: number;
  readonly poll: number | false;
  /** Counts up where the fields are to have the focus. */
  readonly edits: number;
  readonly onSelect: (port: number) => void;
  /** Asks about input that was not applied; the port that was shown gets the focus back. */
  readonly onClose: () => void;
}

/** Keys that belong to what has the focus. */
const typed = 'input, select, textarea, [contenteditable], dialog *';

/**
 * All about one port beside the panel, which stays usable: settings, what is wrong, who is there, rate and errors. Arrow keys
 * outside of a field go to the next port.
 */
export default function PortWorkplace({ id, port, poll, edits, onSelect, onClose }: PortWorkplaceProps) {
  const t = useText();
  const element = useRef<HTMLElement>(null);
  const link = useRow(ifEntry, { ifIndex: port }, { poll }).data;
  const settings = useRow(portCtrlEntry, { ifIndex: port }, { poll }).data;
  const findings = openFindings(useAttention(poll !== false) ?? []).filter(({ ports }) => ports.includes(port));
  const ports = portNumbers();
  const at = ports.indexOf(port);
  const [before, after] = [ports[at - 1], ports[at + 1]];
  useEffect(() => {
    if (edits === 0) return;
    element.current?.querySelector<HTMLElement>('form input, form select')?.focus();
  }, [edits]);
  // Opened by an address, its code comes after the page has taken the focus.
  useEffect(() => {
    if (document.activeElement?.matches('main h1')) element.current?.querySelector('h2')?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target instanceof Element && event.target.matches(typed);
    const next = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined;
    if (next === undefined || isTyping) return;
    onSelect(next);
    event.preventDefault();
  };
  return (
    <aside ref={element} id={id} className={styles.workplace} aria-labelledby={`${id}title`} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <div aria-live="polite">
          <h2 id={`${id}title`} tabIndex={-1} data-arrival>
            {t('Port {{port}}', { port })}
          </h2>
          {link && settings && (
            <LinkTag
              isUp={link.ifOperStatus === LinkStatus.up}
              isEnabled={link.ifAdminStatus === Status.enabled}
              isHalf={settings.dot3StatsDuplexStatus === DuplexStatus.half}
              speed={portCtrlEntry.fields.portLinkSpeed.show(settings.portLinkSpeed)}
            />
          )}
        </div>
        <IconButton
          label={t('Previous port')}
          disabled={before === undefined}
          onClick={() => before !== undefined && onSelect(before)}
        >
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('Next port')}
          disabled={after === undefined}
          onClick={() => after !== undefined && onSelect(after)}
        >
          <ChevronRight aria-hidden="true" />
        </IconButton>
        <IconButton label={t('Close')} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <div className={styles.inside}>
        {findings.length > 0 && (
          <div
            className={classNames(styles.findings, findings.some(({ isCritical }) => isCritical) && styles.critical)}
          >
            <AttentionList findings={findings} path={`/?port=${port}`} isBrief isOfPort />
          </div>
        )}
        <PortSettings key={port} port={port} />
        <PortRates port={port} poll={poll} />
        <Part title={t('Hosts')}>
          <PortHosts port={port} trunk={settings?.portTrunkId ?? 0} poll={poll} />
        </Part>
        <Part title={t('Checks')}>
          <div className={styles.checks}>
            <PortCable port={port} isUp={link?.ifOperStatus === LinkStatus.up} />
            <Link className={styles.check} to={`/Capture?port=${port}`}>
              {t('Capture frames')}
            </Link>
            <Link className={styles.check} to={`/Security/ACL/Finder?port=${port}`}>
              {t('What happens to a frame from here?')}
            </Link>
          </div>
        </Part>
        <PortCounters port={port} poll={poll} />
        <PortUsage port={port} />
        <nav className={styles.links} aria-label={t('Pages')}>
          <Link to="/Network/PhysicalInterface">{t('Physical Interface')}</Link>
          <Link to="/Network/VLAN/Port">{t('VLAN · Port')}</Link>
          <Link to="/Network/VLAN/Dynamic">{t('VLAN · Dynamic')}</Link>
          <Link to="/System/Statistics/Traffic">{t('Statistics')}</Link>
        </nav>
      </div>
    </aside>
  );
}

interface LinkTagProps {
  readonly isUp: boolean;
  readonly isEnabled: boolean;
  readonly isHalf: boolean;
  readonly speed: string;
}

/** The link in a word, with its speed; half duplex is never green. */
function LinkTag({ isUp, isEnabled, isHalf, speed }: LinkTagProps) {
  const t = useText();
  if (!isEnabled) return <Tag>{t('Disabled')}</Tag>;
  if (!isUp) return <Tag>{t('Down')}</Tag>;
  const words = [t('Up'), speed, isHalf && t('half duplex')].filter(Boolean).join(' · ');
  return <Tag tone={isHalf ? 'warn' : 'ok'}>{words}</Tag>;
}

/** A titled part below the settings. */
function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <header>
        <h3>{title}</h3>
      </header>
      {children}
    </section>
  );
}
