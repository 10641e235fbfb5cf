import { plannedSlot, type SlotReader, type Slots } from '../../../device/slot.ts';

/** Functions that shut ports down. */
export type Closer = 'portSecurity' | 'arpInspection' | 'pingWatchdog';

/** A port that the switch itself has taken down. */
interface ClosedPort {
  readonly by: ReadonlySet<Closer>;
  /** An administrator has disabled it since: it opens once it is enabled. */
  readonly isDisabled: boolean;
}

/**
 * The ports that are err-disabled: down for whatever reason, until an administrator disables and enables them, or until what closed
 * them no longer concerns them. A restart opens them. Loopback detection is no closer: a port that it blocks stays up and is probed
 * on, and it may block single VLANs (`loopBlocks`).
 */
export const closedPorts = plannedSlot<ReadonlyMap<number, ClosedPort>>('closedPorts', new Map(), 'lost');

/** The ports that one of the closers has taken down. */
export function portsClosedBy(slots: SlotReader, closer: Closer): ReadonlySet<number> {
  const own = [...slots.get(closedPorts)].filter(([, { by }]) => by.has(closer));
  return new Set(own.map(([port]) => port));
}

/** Takes down exactly these ports for a closer; those that it closed before, and only it, are open. */
export function closePorts(slots: Slots, closer: Closer, ports: ReadonlySet<number>): void {
  slots.update(closedPorts, (present) => {
    const before = portsClosedBy(slots, closer);
    if (before.size === ports.size && [...ports].every((port) => before.has(port))) return present;
    const next = new Map(present);
    for (const port of new Set([...before, ...ports])) {
      const { by, isDisabled } = present.get(port) ?? { by: new Set<Closer>(), isDisabled: false };
      const others = [...by].filter((each) => each !== closer);
      const now = new Set<Closer>(ports.has(port) ? [...others, closer] : others);
      if (now.size > 0) next.set(port, { by: now, isDisabled });
      else next.delete(port);
    }
    return next;
  });
}

/** Takes a port down for a closer, or lets go of it; the others that it closed stay as they are. */
export function closePort(slots: Slots, closer: Closer, port: number, isClosed: boolean): void {
  const ports = new Set(portsClosedBy(slots, closer));
  if (isClosed) ports.add(port);
  else ports.delete(port);
  closePorts(slots, closer, ports);
}

/** Takes note of the ports that an administrator has enabled now: those disabled before are open again for whatever closed them. */
export function followAdministrator(slots: Slots, isEnabled: (port: number) => boolean): void {
  slots.update(closedPorts, (present) => {
    const changed = [...present].filter(([port, { isDisabled }]) => isEnabled(port) === isDisabled);
    if (changed.length === 0) return present;
    const next = new Map(present);
    for (const [port, closed] of changed) {
      if (closed.isDisabled) next.delete(port);
      else next.set(port, { ...closed, isDisabled: true });
    }
    return next;
  });
}
