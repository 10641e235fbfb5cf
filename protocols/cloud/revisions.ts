import type { Outcome, ReturnCause } from './change.ts';
import { BAD_REVISIONS } from './report.ts';

/** Milliseconds that a switch has to be connected with a revision until that is safe (docs/specification/cloud.md 5). */
export const SAFE_AFTER = 30 * 60_000;

/** Milliseconds without the cloud after which a revision that is not safe yet is given up. */
export const LOST_AFTER = 10 * 60_000;

/** Wanted configurations of a switch, and their outcome. Times are milliseconds of a clock that never goes back. */
export interface Revisions {
  /** The present revision; 0 before there was any. */
  readonly present: number;
  /** The revision that it returns to if the cloud is lost. */
  readonly safe: number;
  /** The greatest that it was ever given. */
  readonly highest: number;
  /** Those that came back, the latest last. */
  readonly bad: readonly number[];
  /** How the last change ended. */
  readonly last: Outcome | undefined;
  /** A change that waits for its confirmation. */
  readonly trying: Trying | undefined;
  /** While what is in force is not safe yet. */
  readonly probation: Probation | undefined;
}

/** A change that waits for its confirmation. */
export interface Trying {
  readonly id: string;
  /** Undefined where the switch stays at the one it is at. */
  readonly revision: number | undefined;
}

/** How long the switch has been connected since, up to when it was open or lost last. */
interface Probation {
  readonly connectedFor: number;
  readonly isOpen: boolean;
  readonly since: number;
}

/** Events of revisions. */
export type RevisionEvent =
  /** A change is about to be applied. */
  | { readonly kind: 'tried'; readonly change: Trying }
  /** It changed nothing, or was refused after all. */
  | { readonly kind: 'withdrawn' }
  /** It was confirmed. */
  | { readonly kind: 'confirmed' }
  /** It is gone, or what is on probation is. */
  | { readonly kind: 'returned'; readonly cause: ReturnCause; readonly reason: Returned['reason'] }
  /** The cloud wants what is in force already. */
  | { readonly kind: 'adopted'; readonly id: string; readonly revision: number }
  | { readonly kind: 'opened' }
  | { readonly kind: 'lost' }
  /** The switch is managed locally from now on. */
  | { readonly kind: 'local' }
  /** The present configuration counts as safe. */
  | { readonly kind: 'safe' };

type Returned = Extract<Outcome, { readonly status: 'reverted' }>;

/** Of a switch that no cloud has wanted anything of. */
export const noRevisions: Revisions = {
  present: 0,
  safe: 0,
  highest: 0,
  bad: [],
  last: undefined,
  trying: undefined,
  probation: undefined,
};

/** The revisions after an event; pure. */
export function stepRevisions(revisions: Revisions, event: RevisionEvent, now: number): Revisions {
  const { trying, probation, present } = revisions;
  switch (event.kind) {
    case 'tried':
      return { ...revisions, trying: event.change };
    case 'withdrawn':
      return { ...revisions, trying: undefined };
    case 'confirmed':
      return trying ? confirmed(revisions, trying, now) : revisions;
    case 'returned':
      return trying ? gone(revisions, trying, event) : givenUp(revisions, event);
    case 'adopted': {
      const { id, revision } = event;
      return {
        ...revisions,
        present: revision,
        highest: Math.max(revisions.highest, revision),
        ...(!probation && { safe: revision }),
        last: { status: 'committed', id, revision },
      };
    }
    case 'opened':
    case 'lost':
      return probation ? { ...revisions, probation: turned(probation, event.kind === 'opened', now) } : revisions;
    case 'local':
    case 'safe':
      return { ...revisions, safe: present, probation: undefined };
  }
}

function confirmed(revisions: Revisions, { id, revision = revisions.present }: Trying, now: number): Revisions {
  return {
    ...revisions,
    present: revision,
    highest: Math.max(revisions.highest, revision),
    last: { status: 'committed', id, revision },
    trying: undefined,
    // The cloud has just confirmed it over a line that is open.
    probation: { connectedFor: 0, isOpen: true, since: now },
  };
}

/** The pending revision is gone: it was never the present one. */
function gone(
  revisions: Revisions,
  { id, revision = revisions.present }: Trying,
  { cause, reason }: Pick<Returned, 'cause' | 'reason'>,
): Revisions {
  return {
    ...revisions,
    highest: Math.max(revisions.highest, revision),
    bad: revision === revisions.present ? revisions.bad : withBad(revisions.bad, revision),
    last: { status: 'reverted', id, revision, cause, reason },
    trying: undefined,
  };
}

/** The revision on probation is given up. */
function givenUp(revisions: Revisions, { cause, reason }: Pick<Returned, 'cause' | 'reason'>): Revisions {
  const { probation, present, safe, bad, last } = revisions;
  if (!probation) return revisions;
  return {
    ...revisions,
    present: safe,
    bad: present === safe ? bad : withBad(bad, present),
    last: { status: 'reverted', id: last?.id ?? 'unknown', revision: present, cause, reason },
    probation: undefined,
  };
}

function withBad(bad: readonly number[], revision: number): readonly number[] {
  return [...bad.filter((one) => one !== revision), revision].slice(-BAD_REVISIONS);
}

function turned(probation: Probation, isOpen: boolean, now: number): Probation {
  if (probation.isOpen === isOpen) return probation;
  return { connectedFor: connectedTime(probation, now), isOpen, since: now };
}

function connectedTime({ connectedFor, isOpen, since }: Probation, now: number): number {
  return connectedFor + (isOpen ? now - since : 0);
}

/** The consequence of time: the revision on probation counts as safe, or is given up. */
export function dueOf({ probation }: Revisions, now: number): 'safe' | 'lost' | undefined {
  if (!probation) return undefined;
  if (probation.isOpen) return connectedTime(probation, now) >= SAFE_AFTER ? 'safe' : undefined;
  return now - probation.since >= LOST_AFTER ? 'lost' : undefined;
}

/** When `dueOf` says something unless the line breaks or comes back before; undefined where nothing is on probation. */
export function dueAt({ probation }: Revisions): number | undefined {
  if (!probation) return undefined;
  const { isOpen, since, connectedFor } = probation;
  return isOpen ? since + SAFE_AFTER - connectedFor : since + LOST_AFTER;
}

/** The answer of the present revisions to an incoming change; undefined if it should be tried. */
export function standOf(
  { trying, present, highest, last }: Revisions,
  { id, revision }: Trying,
): 'waiting' | 'committed' | 'reverted' | 'outdated' | undefined {
  if (trying?.id === id && trying.revision === revision) return 'waiting';
  if (last?.id === id && last.revision === (revision ?? present)) return last.status;
  return revision !== undefined && revision <= highest ? 'outdated' : undefined;
}
