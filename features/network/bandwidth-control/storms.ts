import type { RateDrops } from '../../../datapath/datapath.ts';

/** A kind of frames that storms are made of. */
export type StormKind = Exclude<keyof RateDrops, 'ingressKilobits'>;

/** A port where frames of one kind arrive faster than their threshold. */
export interface StormPlace {
  readonly port: number;
  readonly kind: StormKind;
}

/** That a storm began or ended. */
export interface StormNews {
  readonly place: StormPlace;
  readonly kind: 'began' | 'ended';
  /** Frames dropped since it began, at its end. */
  readonly dropped: bigint;
}

interface Watched {
  readonly place: StormPlace;
  /** Frames dropped by now since the driver started. */
  readonly drops: bigint;
  /** Milliseconds of the clock when frames were dropped last; undefined while it is calm. */
  readonly raging: number | undefined;
  /** `drops` when the storm began. */
  readonly before: bigint;
  /** When a beginning was last reported. */
  readonly told: number;
  /** Whether the beginning of this storm was. */
  readonly isTold: boolean;
}

/** State of every place; begin with an empty one. */
export type StormWatch = ReadonlyMap<string, Watched>;

/** Milliseconds without a drop that end a storm. */
const CALM = 5000;
/** Milliseconds from one entry about a place to the next (docs/specification/network.md, "Storm Control"). */
const BETWEEN_ENTRIES = 60_000;

const KINDS: readonly StormKind[] = ['broadcasts', 'multicasts', 'unknownUnicasts'];

/**
 * Detects the beginnings and ends of storms from growing counts of dropped frames; `watched` says which places are
 * limited at all. A storm that begins within a minute after the last reported one at its place is not reported, nor is
 * its end.
 */
export function watchStorms(
  watch: StormWatch,
  drops: ReadonlyMap<number, RateDrops>,
  watched: readonly StormPlace[],
  now: number,
): { readonly watch: StormWatch; readonly news: readonly StormNews[] } {
  const next = new Map<string, Watched>();
  const news: StormNews[] = [];
  for (const place of watched) {
    const key = keyOf(place);
    const total = drops.get(place.port)?.[place.kind] ?? 0n;
    const known = watch.get(key);
    if (!known) {
      next.set(key, {
        place,
        drops: total,
        raging: undefined,
        before: total,
        told: Number.NEGATIVE_INFINITY,
        isTold: false,
      });
      continue;
    }
    if (total > known.drops) {
      const begins = known.raging === undefined;
      const isTold = begins ? now - known.told >= BETWEEN_ENTRIES : known.isTold;
      if (begins && isTold) news.push({ place, kind: 'began', dropped: 0n });
      next.set(key, {
        ...known,
        drops: total,
        raging: now,
        before: begins ? known.drops : known.before,
        told: begins && isTold ? now : known.told,
        isTold,
      });
    } else if (known.raging !== undefined && now - known.raging >= CALM) {
      if (known.isTold) news.push({ place, kind: 'ended', dropped: total - known.before });
      next.set(key, { ...known, drops: total, raging: undefined, isTold: false });
    } else next.set(key, { ...known, drops: total });
  }
  // Without limits there is no storm either.
  for (const [key, { place, raging, isTold, drops: total, before }] of watch) {
    if (!next.has(key) && raging !== undefined && isTold) news.push({ place, kind: 'ended', dropped: total - before });
  }
  return { watch: next, news };
}

/** The places where it storms now. */
export function stormsIn(watch: StormWatch): readonly StormPlace[] {
  return [...watch.values()].filter(({ raging }) => raging !== undefined).map(({ place }) => place);
}

/** Every kind at a port that `isLimited`. */
export function placesAt(port: number, isLimited: (kind: StormKind) => boolean): StormPlace[] {
  return KINDS.filter(isLimited).map((kind) => ({ port, kind }));
}

function keyOf({ port, kind }: StormPlace): string {
  return `${port} ${kind}`;
}
