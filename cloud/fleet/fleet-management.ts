import { inBreaths } from '../../datapath/breath.ts';
import { indexColumns } from '../../device/configuration/read-request.ts';
import type { UploadedFile } from '../../device/feature.ts';
import type { Caller, Management, Outcome, Request } from '../../device/management.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { type Paging, pageOf } from '../../model/configuration/rows-page.ts';
import type { ObjectDeclaration, TableObject } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { RowsPage } from '../../model/wire/rows-page.ts';
import type { FleetCaller, FleetContext, FleetFeature, FleetObject, FleetUpload } from './fleet-feature.ts';

/** The management interface of the fleet console: objects of its pages are read and changed as those of a switch are. */
export class FleetManagement implements Management {
  readonly #context: FleetContext;
  readonly #objects: ReadonlyMap<ObjectDeclaration, FleetObject>;
  readonly #uploads: ReadonlyMap<string, FleetUpload>;

  constructor(context: FleetContext, features: readonly FleetFeature[]) {
    this.#context = context;
    this.#objects = new Map(features.flatMap(({ answers }) => answers).map((one) => [one.object, one]));
    this.#uploads = new Map(features.flatMap(({ uploads = [] }) => uploads).map((one) => [one.name, one]));
  }

  /** The objects, by the names that calls use. */
  get objects(): ReadonlyMap<string, ObjectDeclaration> {
    return new Map([...this.#objects.keys()].map((object) => [object.name, object]));
  }

  /** One after the other: a fleet has no state that several requests could change together. */
  async perform(requests: readonly Request[], caller: Caller): Promise<readonly Outcome[]> {
    const fleetCaller = this.#callerOf(caller);
    for (const request of requests) {
      const found = this.#find(request.object);
      const { perform } = found;
      if (!perform) throw new Refusal(ErrorCode.notWritable, readOnly, placeIn(request.object));
      refuseNotAllowed(found, request, fleetCaller, caller.isProved === true);
      await perform(this.#context, request, fleetCaller);
    }
    return requests.map(({ object, values }) => ({ deleted: 0, index: indexColumns(object, values) }));
  }

  async tryOut(): Promise<{ readonly changes: readonly [] }> {
    return { changes: [] };
  }

  read(object: ObjectDeclaration, query: Values, caller: Caller): Promise<Values | readonly Values[]> {
    return this.#find(object).read(this.#context, query, this.#callerOf(caller));
  }

  async readPage(object: TableObject, query: Values, paging: Paging, caller: Caller): Promise<RowsPage> {
    const found = this.#find(object);
    const fleetCaller = this.#callerOf(caller);
    if (found.readPage) return found.readPage(this.#context, query, paging, fleetCaller);
    const rows = await found.read(this.#context, query, fleetCaller);
    return inBreaths(pageOf(object, isRows(rows) ? rows : [rows], paging));
  }

  /** Octets at most of a file that the caller may send under this name. Throws a `Refusal` where there is none. */
  uploadSize(name: string, caller: Caller): number {
    return this.#uploadOf(name, this.#callerOf(caller)).maximumSize;
  }

  /** Takes a file that was sent under this name. Rejects with a `Refusal`. */
  async receive(name: string, file: UploadedFile, caller: Caller): Promise<void> {
    const fleetCaller = this.#callerOf(caller);
    await this.#uploadOf(name, fleetCaller).receive(this.#context, file, fleetCaller);
  }

  #uploadOf(name: string, { user }: FleetCaller): FleetUpload {
    const found = this.#uploads.get(name);
    if (!found) throw new Refusal(ErrorCode.noSuchName, say('There is nothing to send or fetch here.'));
    if (user.role !== 'administrator') throw new Refusal(ErrorCode.notWritable, notAllowed);
    return found;
  }

  #find(object: ObjectDeclaration): FleetObject {
    const found = this.#objects.get(object);
    if (!found) throw new Refusal(ErrorCode.noSuchName, say('There is no object "{{name}}".', { name: object.name }));
    return found;
  }

  #callerOf({ user: name, session, remoteAddress = '' }: Caller): FleetCaller {
    const { users, store, wallClock } = this.#context;
    const user = users.named(name);
    if (!user) throw new Refusal(ErrorCode.gambit, say('The session is not valid. Please log in again.'));
    return {
      user,
      session,
      source: remoteAddress,
      did: (said, serial = '') =>
        store.audit.add({ at: wallClock.now(), tenant: user.tenant, user: name, source: remoteAddress, serial, said }),
    };
  }
}

const readOnly = say('This is read-only.');
const proofRequired = say('This change grants access to the fleet. Enter your password to confirm it.');
const notAllowed = say('Your account may view everything and change nothing.');

/** Throws where the user may not ask for this, or not without his password. */
function refuseNotAllowed(
  { isForObservers, grantsAccess }: FleetObject,
  request: Request,
  caller: FleetCaller,
  isProved: boolean,
): void {
  if (caller.user.role !== 'administrator' && !isForObservers) throw new Refusal(ErrorCode.notWritable, notAllowed);
  if (!isProved && grantsAccess?.(request, caller)) throw new Refusal(ErrorCode.proofRequired, proofRequired);
}

function isRows(read: Values | readonly Values[]): read is readonly Values[] {
  return Array.isArray(read);
}
