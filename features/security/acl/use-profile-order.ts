import { type RefCallback, useEffect, useMemo, useRef } from 'react';
import { changeRow } from '../../../console/call/row-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { swappedPlaces } from './order.ts';
import { aclProfileEntry, comparePlaces } from './profile-objects.ts';
import type { Profile } from './selection.ts';

interface ProfileOrder {
  /** Those that exist, in the order that their rules are asked in; undefined until they were read. */
  readonly profiles: readonly Profile[] | undefined;
  /** Lets a profile and its neighbor change places. Further presses are queued until the last one is carried out. */
  move(aclProfileId: number, by: -1 | 1): void;
  /** For the button that moves a profile one place up or down: it has the focus still when its row has moved. */
  mover(aclProfileId: number, by: -1 | 1): RefCallback<HTMLButtonElement>;
}

/** The order of profiles, and a way to change it step by step. */
export function useProfileOrder(): ProfileOrder {
  const t = useText();
  const { apply } = useApply();
  const { data: rows, isFetching } = useRows(aclProfileEntry);
  const profiles = useMemo(() => rows && [...rows].sort(comparePlaces), [rows]);
  const movers = useRef(new Map<string, HTMLButtonElement>());
  const used = useRef<string>(undefined);
  /** The order as it will be when everything that was asked for is done. */
  const coming = useRef(profiles);
  const steps = useRef<(() => Promise<boolean>)[]>([]);

  useEffect(() => {
    const isFocusLost = !document.activeElement || document.activeElement === document.body;
    if (used.current !== undefined && isFocusLost) movers.current.get(used.current)?.focus();
    if (steps.current.length > 0 || isFetching) return;
    coming.current = profiles;
    used.current = undefined;
  }, [profiles, isFetching]);

  async function carryOut() {
    for (let step = steps.current[0]; step; step = steps.current[0]) {
      const isDone = await step();
      if (isDone) steps.current.shift();
      // The following steps were planned for another order.
      else steps.current = [];
    }
  }

  function move(aclProfileId: number, by: -1 | 1) {
    const before = coming.current;
    const changes = before ? swappedPlaces(before, aclProfileId, by) : [];
    if (!before || changes.length === 0) return;
    const places = new Map(changes.map((row) => [row.aclProfileId, row.aclProfilePlace]));
    const after = before
      .map((row) => ({ ...row, aclProfilePlace: places.get(row.aclProfileId) ?? row.aclProfilePlace }))
      .sort(comparePlaces);
    coming.current = after;
    used.current = keyOf(aclProfileId, by);
    const success = t('Profile {{profile}} is now number {{place}} of {{count}} in the order.', {
      profile: aclProfileId,
      place: after.findIndex((one) => one.aclProfileId === aclProfileId) + 1,
      count: after.length,
    });
    const calls = before.flatMap((row) => {
      const aclProfilePlace = places.get(row.aclProfileId);
      return aclProfilePlace === undefined ? [] : changeRow(aclProfileEntry, row, { aclProfilePlace });
    });
    steps.current.push(async () => (await apply(calls, { what: 'Change the order of access profiles', success })).ok);
    if (steps.current.length === 1) void carryOut();
  }

  const mover = (aclProfileId: number, by: -1 | 1) => (button: HTMLButtonElement | null) => {
    if (button) movers.current.set(keyOf(aclProfileId, by), button);
    else movers.current.delete(keyOf(aclProfileId, by));
  };
  return { profiles, move, mover };
}

function keyOf(aclProfileId: number, by: -1 | 1): string {
  return `${aclProfileId} ${by}`;
}
