import { inBreaths } from '../../datapath/breath.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import type { Revoker } from '../guard/guard-control.ts';
import type { Author } from '../history/author.ts';
import type { Changes } from '../history/change-history.ts';
import type { Journal } from '../history/journal.ts';
import { callerName, theDevice } from '../management.ts';
import type { WallClock } from '../wall-clock.ts';
import type { Departure } from './departure.ts';
import type { InForce, Running } from './in-force.ts';
import type { Next } from './proposal.ts';

/** Dependencies of commits. */
export interface CommitSurroundings {
  readonly objects: readonly ObjectDeclaration[];
  readonly wallClock: WallClock;
  history(): Changes;
  journal(): Pick<Journal, 'record' | 'tookBack'>;
  /** The configuration holds something new in these objects. Resolves when the services that it asks for run. */
  changed(objects: ReadonlySet<ObjectDeclaration>): Promise<void>;
}

/** Makes what the datapath has taken the running configuration, or what was before it again, and tells everyone. */
export class Commits {
  readonly #around: CommitSurroundings;
  readonly #inForce: InForce;
  readonly #departure: Departure;

  constructor(around: CommitSurroundings, inForce: InForce, departure: Departure) {
    this.#around = around;
    this.#inForce = inForce;
    this.#departure = departure;
  }

  /** The datapath has taken this: it is the running configuration from now on. */
  async commit({ configuration, compiled, changes, edits = [] }: Next, author: Author): Promise<void> {
    const { history, journal, wallClock, changed } = this.#around;
    this.#inForce.put({ configuration, compiled });
    const { caller } = author;
    const user = caller.access === 'device' ? caller.user : wordsOf(callerName(caller));
    const [edit] = edits;
    // At once: what is saved from now on holds it.
    journal().record(changes, configuration, {
      ...author,
      note: edit?.note ?? author.note,
      undoes: edits.flatMap(({ undoes = [] }) => undoes),
    });
    await inBreaths(history().record(changes, { user, time: wallClock.now() }));
    return changed(new Set(changes.map((change) => change.object)));
  }

  /** Puts a former state back in force, whatever has happened since; resolves to whether the datapath took it. */
  async takeBack(former: Running, by?: Revoker, note = say('A forced change was taken back.')): Promise<boolean> {
    const { objects, changed, journal } = this.#around;
    const present = this.#inForce.running.configuration;
    if (by?.localAddress !== undefined) await this.#departure.stayAt(by.localAddress);
    const isTaken = await this.#inForce.putBack(former);
    const changes = changesBetween(objects, present, former.configuration);
    if (changes.length > 0) journal().tookBack(changes, former.configuration, { caller: theDevice, note });
    await changed(new Set(changes.map((change) => change.object)));
    return isTaken;
  }
}
