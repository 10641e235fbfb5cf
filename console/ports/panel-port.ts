import type { Translate } from '../../model/values/translate.ts';

/** A protocol's state of a port, as a sign in its socket. */
export interface PanelBadge {
  /** A letter or two. */
  readonly letters: string;
  /** Frames pass, will pass soon, or are stopped: a whole sign, a framed one, one with a bar across the socket. */
  readonly look: 'passing' | 'waiting' | 'stopped';
  /** The same in words. */
  readonly words: string;
  /** Background of a sign whose look is `passing`, if it is not the usual one: a light color. */
  readonly color?: string | undefined;
}

/** State of one port on the front panel. */
export interface PanelPort {
  readonly number: number;
  /** `unknown` while nothing is known of the port yet. */
  readonly media: 'copper' | 'fiber' | 'combo' | 'unknown';
  readonly link: 'up' | 'down';
  /** Megabits per second; 0 while the link is down. */
  readonly speed: number;
  /** The link is up with half duplex: the far end is set by hand, as a rule. */
  readonly half?: boolean | undefined;
  /** The administrator's own setting. */
  readonly enabled: boolean;
  /** Why the port is shut or does not work, in a few words ("shut: loop", "PoE overload"). */
  readonly fault?: string | undefined;
  /** Its problem, in one sentence or more. */
  readonly problem?: { readonly words: string; readonly isCritical: boolean } | undefined;
  /** Power over Ethernet; left out where the port cannot give any. */
  readonly power?: 'on' | 'off' | undefined;
  readonly description?: string | undefined;
  /** Names of the hosts behind it, at most a few. */
  readonly hosts?: readonly string[] | undefined;
  /** The trunk (1 to 8) that the port is a member of. */
  readonly trunk?: number | undefined;
  readonly badge?: PanelBadge | undefined;
  /** This session comes in here. */
  readonly own?: boolean | undefined;
}

/** A rate in words: "1 Gbit/s", "100 Mbit/s". */
function speedWords(megabits: number): string {
  return megabits >= 1000 ? `${megabits / 1000} Gbit/s` : `${megabits} Mbit/s`;
}

/** Description of a port for a screen reader: "Port 4, camera gate, up 1 Gbit/s, PoE on". */
export function portWords(t: Translate, port: PanelPort): string {
  if (port.media === 'unknown') return t('Port {{port}}', { port: port.number });
  const state = !port.enabled
    ? t('disabled')
    : port.link === 'up'
      ? t('up {{speed}}', { speed: speedWords(port.speed) })
      : t('down');
  return [
    t('Port {{port}}', { port: port.number }),
    port.description,
    state,
    port.half && port.link === 'up' && t('half duplex'),
    port.fault,
    port.problem?.words,
    port.power === 'on' && t('PoE on'),
    port.trunk !== undefined && t('Trunk {{trunk}}', { trunk: port.trunk }),
    port.badge?.words,
    port.own && t('your session'),
    ...(port.hosts ?? []),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The light beside a port: full speed, 10 or 100 Mbit/s, half duplex, something wrong, fault, or dark. A port with a problem is never green. */
export function linkLight(port: PanelPort): 'up' | 'slow' | 'half' | 'warn' | 'bad' | 'off' {
  if (port.fault || port.problem?.isCritical) return 'bad';
  if (port.link === 'down') return 'off';
  if (port.problem) return 'warn';
  if (port.half) return 'half';
  return port.speed < 1000 ? 'slow' : 'up';
}

/** The ports in their positions on the device: groups of eight copper ports, the fiber ports at the right. */
export function panelGroups(ports: readonly PanelPort[]): { copper: PanelPort[][]; fiber: PanelPort[] } {
  const copper: PanelPort[][] = [];
  ports
    .filter((port) => port.media !== 'fiber')
    .forEach((port, place) => {
      const group = Math.floor(place / 8);
      copper[group] = [...(copper[group] ?? []), port];
    });
  return { copper, fiber: ports.filter((port) => port.media === 'fiber') };
}
