import { type Change, changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { keptConfiguration } from '../../model/configuration/kept-configuration.ts';
import { eachInSteps, type Steps } from '../../model/configuration/steps.ts';
import { tellChanges } from '../../model/configuration/told-changes.ts';
import { type ObjectDeclaration, rowKey } from '../../model/schema/object.ts';
import type { ChangeMessage } from '../../model/values/change-message.ts';

/** The user of the last change of a value, and the time. */
export interface Touch {
  readonly user: string;
  /** Milliseconds since 1970, by the device's clock. */
  readonly time: number;
}

/** Differences between the running and the startup configuration, independent of language, and the user of each. */
export interface UnsavedChange extends Partial<Touch>, ChangeMessage {
  /** The changes that it speaks of. */
  readonly of: readonly Change[];
}

/** Changes to the configuration since the start. */
export interface ChangeHistory {
  /** The changes that Save would write: startup against running, the latest first. Empty if they are equal. */
  unsaved(): readonly UnsavedChange[];
}

/** Remembers who changed which value last, and lists unsaved changes. */
export class Changes implements ChangeHistory {
  readonly #objects: readonly ObjectDeclaration[];
  readonly #state: () => { readonly startup: Configuration; readonly running: Configuration };
  readonly #touches = new Map<string, Touch>();
  #last:
    | { readonly startup: Configuration; readonly running: Configuration; readonly unsaved: UnsavedChange[] }
    | undefined;

  constructor(
    objects: readonly ObjectDeclaration[],
    state: () => { readonly startup: Configuration; readonly running: Configuration },
  ) {
    this.#objects = objects;
    this.#state = state;
  }

  /** Takes down who made these changes. */
  record(changes: readonly Change[], touch: Touch): Steps<void> {
    return eachInSteps(changes, (change) => this.#touches.set(place(change), touch));
  }

  /** Who made a change last, and when; undefined once it was saved. */
  touchOf(change: Change): Touch | undefined {
    return this.#touches.get(place(change));
  }

  unsaved(): readonly UnsavedChange[] {
    const { startup, running } = this.#state();
    if (this.#last?.startup !== startup || this.#last.running !== running) {
      const changes = changesBetween(this.#objects, startup, keptConfiguration(this.#objects, running));
      const unsaved = tellChanges(changes)
        .map((said) => ({ ...said, ...this.#lastTouch(said.of) }))
        .sort((a, b) => (b.time ?? 0) - (a.time ?? 0));
      this.#last = { startup, running, unsaved };
      this.#forgetAllBut(changes);
    }
    return this.#last.unsaved;
  }

  #lastTouch(changes: readonly Change[]): Touch | undefined {
    return changes
      .flatMap((change) => this.touchOf(change) ?? [])
      .reduce<Touch | undefined>((last, touch) => (last && last.time >= touch.time ? last : touch), undefined);
  }

  /** Saved values no longer need an author; this bounds the memory. */
  #forgetAllBut(changes: readonly Change[]): void {
    const open = new Set(changes.map(place));
    for (const key of this.#touches.keys()) if (!open.has(key)) this.#touches.delete(key);
  }
}

function place({ object, row, column }: Change): string {
  return [object.name, row && object.shape === 'table' ? rowKey(object, row) : '', column ?? ''].join('\n');
}
