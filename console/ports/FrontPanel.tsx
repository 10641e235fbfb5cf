import { type CSSProperties, memo, type ReactNode } from 'react';
import { classNames } from '../elements/class-names.ts';
import { Legend } from '../elements/Legend.tsx';
import { useRovingFocus } from '../elements/use-roving-focus.ts';
import { useText } from '../translations/use-text.ts';
import styles from './panel.module.css';
import { linkLight, type PanelBadge, type PanelPort, panelGroups, portWords } from './panel-port.ts';

interface FrontPanelProps {
  readonly modelName: string;
  readonly ports: readonly PanelPort[];
  readonly selected?: number | undefined;
  readonly onSelect: (port: number) => void;
  /** Ports are chosen here, not opened. */
  readonly choice?: PanelChoice;
  /**
   * Details of the selected port are on the page, which shows nothing of the whole switch; without it, a port opens a
   * part of its own.
   */
  readonly onPage?: boolean;
  /** The id of the part beside the panel that shows the selected port: while there is one, it follows the focus. */
  readonly beside?: string | undefined;
  /** How the whole switch is, beside the system light, which a choice of ports does without; undefined while that is not known. */
  readonly system?: 'ok' | 'warn' | 'bad' | undefined;
  /** Why it is not well, in a few words. */
  readonly cause?: string | undefined;
}

interface PanelChoice {
  /** Purpose of the choice. */
  readonly label: string;
  readonly describedBy?: string;
  isChosen(port: number): boolean;
  /** Why a port cannot be chosen now. */
  reason(port: number): string | undefined;
}

/** Drawing units: a group of eight, a fibre port, the name plate, and what lies between them. */
const unit = { group: 154, fiber: 42, plate: 132, gap: 14, edge: 26 };

/**
 * The face of the switch: ports in their positions on the device, in groups of eight, odd above even, fiber at the
 * right. Each port is a button with spoken words; arrow keys move between them. Groups wrap if there is no room.
 */
export function FrontPanel(props: FrontPanelProps) {
  const { modelName, ports, selected, onSelect, choice, onPage, beside, system, cause } = props;
  const t = useText();
  const { copper, fiber } = panelGroups(ports);
  const inOrder = [...copper.flat(), ...fiber];
  const places = new Map(inOrder.map((port, place) => [port.number, place]));
  const { cellProps, move } = useRovingFocus(inOrder.length, { horizontal: 2, vertical: 1 });
  const known = ports.every(({ media }) => media !== 'unknown');
  const power = ports.filter((port) => port.power !== undefined).length;
  const width = unit.plate + copper.length * (unit.group + unit.gap) + fiber.length * unit.fiber + unit.edge;
  const draw = (port: PanelPort, place: 'above' | 'below') => {
    const index = places.get(port.number) ?? 0;
    const light = linkLight(port);
    const chosen = choice?.isChosen(port.number) ?? selected === port.number;
    const reason = choice?.reason(port.number);
    const words = [portWords(t, port), reason].filter(Boolean).join(': ');
    const meaning = choice
      ? ({
          role: 'checkbox',
          'aria-checked': chosen,
          'aria-disabled': reason === undefined ? undefined : true,
        } as const)
      : onPage
        ? { 'aria-pressed': chosen }
        : { 'aria-expanded': chosen, 'aria-controls': chosen ? beside : undefined };
    return (
      <span key={port.number} className={classNames(styles.port, styles[place])}>
        <span className={styles.number} aria-hidden="true">
          {port.number}
        </span>
        <button
          {...cellProps(index)}
          type="button"
          {...meaning}
          aria-label={words}
          title={words}
          className={classNames(
            styles.bay,
            light === 'bad' && styles.faulty,
            chosen && styles.selected,
            reason !== undefined && styles.unusable,
          )}
          onClick={() => {
            if (reason === undefined) onSelect(port.number);
          }}
          onKeyDown={(event) => {
            const moved = move(event, index);
            if (moved && beside !== undefined) followFocus(inOrder, onSelect);
          }}
          data-port={port.number}
        >
          <Bay
            media={port.media}
            light={light}
            powered={port.power === 'on'}
            disabled={!port.enabled}
            stopped={port.badge?.look === 'stopped'}
          />
          {port.problem && <ProblemMark isCritical={port.problem.isCritical} />}
          {port.badge && <PanelBadgeMark badge={port.badge} />}
          {port.own && <span className={styles.own} aria-hidden="true" data-mark={t('you')} />}
          {port.trunk !== undefined && (
            // Drawn by the style sheet: the button is named by the trunk in full.
            <span className={styles.trunk} aria-hidden="true" data-mark={`T${port.trunk}`} />
          )}
        </button>
      </span>
    );
  };
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture of a device, no set of form fields */}
      <div
        className={styles.chassis}
        role="group"
        aria-label={choice?.label ?? t('Front panel')}
        aria-describedby={choice?.describedBy}
        style={{ '--width': width } as CSSProperties}
      >
        <div className={styles.plate}>
          <strong>{modelName}</strong>
          <span>{!known ? '…' : power > 0 ? `${power} × PoE` : `${copper.flat().length} × RJ45`}</span>
          {fiber.length > 0 && <span>{fiber.length} × SFP</span>}
          {!onPage && !choice && (
            <span className={styles.system}>
              <i data-state={system ?? 'unknown'} aria-hidden="true" />
              <span>
                {t('System')}
                {system && (
                  <span className={classNames(system === 'ok' && 'visually-hidden')}>
                    {': '}
                    {system === 'ok' ? t('normal') : (cause ?? (system === 'warn' ? t('warning') : t('critical')))}
                  </span>
                )}
              </span>
            </span>
          )}
        </div>
        {copper.map((group) => (
          <div key={group[0]?.number} className={styles.group}>
            {group.map((port, place) => draw(port, place % 2 === 0 ? 'above' : 'below'))}
          </div>
        ))}
        {fiber.length > 0 && <div className={styles.fiber}>{fiber.map((port) => draw(port, 'below'))}</div>}
      </div>
    </div>
  );
}

/** Selects the port that an arrow key led to. */
function followFocus(ports: readonly PanelPort[], select: (port: number) => void): void {
  const focused = document.activeElement;
  const number = focused instanceof HTMLElement ? Number(focused.dataset.port) : Number.NaN;
  if (ports.some((port) => port.number === number)) select(number);
}

/** A port that a protocol stops, and one that is disabled. */
const STROKE = 'M7.500 26L26.500 6';
const CROSS = 'M13 15l8 7M21 15l-8 7';

interface BayProps {
  readonly media: PanelPort['media'];
  readonly light: ReturnType<typeof linkLight>;
  readonly powered: boolean;
  readonly disabled: boolean;
  readonly stopped: boolean;
}

/**
 * The socket with its lights: shape, not only color. The light is whole at full speed, half at less and hollow without
 * a link; a fault is a bar across, a disabled port a cross, a port stopped by a protocol a stroke.
 */
const Bay = memo(function Bay({ media, light, powered, disabled, stopped }: BayProps) {
  return (
    <svg viewBox="0 0 34 30" aria-hidden="true">
      {media === 'unknown' ? null : media === 'fiber' ? (
        <rect x="5" y="9" width="24" height="12" rx="2" className={styles.socket} />
      ) : (
        <path d="M8 24V13h5V9h8v4h5v11z" className={styles.socket} />
      )}
      {media !== 'unknown' && <Light light={light} />}
      {powered && <path d="M28 2.5l-4 5h3l-1 3.5 4-5h-3z" className={styles.bolt} />}
      {light === 'bad' && <path d="M13.5 18.500h7" className={styles.fault} />}
      {stopped && <path d={STROKE} className={styles.stroke} />}
      {disabled && light !== 'bad' && <path d={CROSS} className={styles.crossed} />}
    </svg>
  );
});

/** The sign of a badge; in a legend it is next to its words. */
export function PanelBadgeMark({ badge }: { badge: Pick<PanelBadge, 'letters' | 'look' | 'color'> }) {
  const { letters, look, color } = badge;
  return (
    <span
      className={styles.badge}
      data-look={look}
      aria-hidden="true"
      {...(color && { style: { background: color, borderColor: color } })}
    >
      {letters}
    </span>
  );
}

function Light({ light }: Pick<BayProps, 'light'>) {
  return (
    <>
      {light !== 'warn' && (
        <rect x="4.500" y="3.500" width="6" height="3" rx="1" data-light={light} className={styles.light} />
      )}
      {light === 'warn' && <path d="M7.500 2.500l3.500 5h-7z" data-light={light} />}
      {light !== 'off' && light !== 'warn' && (
        <rect
          x={light === 'half' ? 7.5 : 4}
          y="3"
          width={light === 'slow' || light === 'half' ? 3.5 : 7}
          height="4"
          rx="1"
          data-light={light}
        />
      )}
    </>
  );
}

/** Something is wrong with the port: its words say what. */
function ProblemMark({ isCritical }: { readonly isCritical: boolean }) {
  return (
    <span className={styles.problem} data-critical={isCritical || undefined} aria-hidden="true">
      !
    </span>
  );
}

/** The light beside its words in the legend. */
function LightMark({ light }: Pick<BayProps, 'light'>) {
  return (
    <svg width="14" height="8" viewBox="4 3 7 4" aria-hidden="true" className={styles.mark}>
      <Light light={light} />
    </svg>
  );
}

/** Meaning of the front panel's marks: the lights, and all that its ports show now. */
export function FrontPanelLegend({ ports }: { ports: readonly PanelPort[] }) {
  const t = useText();
  const faults = [...new Set(ports.flatMap(({ fault }) => fault ?? []))];
  const shows = (is: (port: PanelPort) => boolean, mark: ReactNode, words: string) =>
    ports.some(is) ? [{ mark, words }] : [];
  return (
    <Legend
      entries={[
        { mark: <LightMark light="up" />, words: t('1 Gbit/s and faster') },
        { mark: <LightMark light="slow" />, words: '10/100' },
        { mark: <LightMark light="off" />, words: t('down') },
        ...faults.map((fault) => ({ mark: <FaultMark />, words: fault })),
        ...shows(
          ({ problem }) => problem !== undefined,
          <ProblemMark isCritical={ports.some(({ problem }) => problem?.isCritical)} />,
          t('problem'),
        ),
        ...shows(({ power }) => power !== undefined, <PowerMark />, t('PoE on')),
        ...shows(({ half, link }) => half === true && link === 'up', <LightMark light="half" />, t('half duplex')),
        ...shows(({ enabled }) => !enabled, <SignMark path={CROSS} sign={styles.crossed} />, t('disabled')),
        ...shows(
          ({ badge }) => badge?.look === 'stopped',
          <SignMark path={STROKE} sign={styles.stroke} />,
          t('blocked'),
        ),
        ...shows(({ own }) => own === true, <b aria-hidden="true">{t('you')}</b>, t('your session')),
        ...shows(({ trunk }) => trunk !== undefined, <b aria-hidden="true">T1</b>, t('trunk')),
      ]}
    />
  );
}

/** A sign of the socket beside its words in the legend. */
function SignMark({ path, sign }: { readonly path: string; readonly sign: string | undefined }) {
  return (
    <svg width="12" height="10" viewBox="6 5 22 22" aria-hidden="true" className={styles.sign}>
      <path d={path} className={sign} />
    </svg>
  );
}

function FaultMark() {
  return (
    <svg width="14" height="8" viewBox="11 15 12 7" aria-hidden="true">
      <path d="M13.500 18.500h7" className={styles.fault} />
    </svg>
  );
}

function PowerMark() {
  return (
    <svg width="9" height="11" viewBox="23 2 8 9.500" aria-hidden="true">
      <path d="M28 2.5l-4 5h3l-1 3.5 4-5h-3z" fill="var(--warn)" />
    </svg>
  );
}
