import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../datapath/clock.ts';
import type { UploadedFile } from '../../device/feature.ts';
import type { Request } from '../../device/management.ts';
import type { Passwords } from '../../device/sessions/passwords.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import type { Paging } from '../../model/configuration/rows-page.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { Message } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import type { RowsPage } from '../../model/wire/rows-page.ts';
import type { Bus } from '../bus/bus.ts';
import type { ClockFault } from '../clock-fault.ts';
import type { KeptUser } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import type { Users } from '../users.ts';

/** Surroundings of the fleet console's pages. */
export interface FleetContext {
  readonly store: Store;
  readonly bus: Bus;
  readonly users: Users;
  readonly passwords: Passwords;
  /** Checks the password of a user as a login does, at this address. Rejects with a `Refusal`: 8702, 8703 or 13. */
  prove(user: string, password: string, remoteAddress: string): Promise<void>;
  readonly clock: Clock;
  readonly wallClock: Pick<WallClock, 'now'>;
  /** Objects configured on switches: by them their configurations are put into words. */
  readonly switchObjects: readonly ObjectDeclaration[];
  /** By what switches know the cloud: where they connect to, and its authority's fingerprint. */
  readonly forSwitches: { readonly place: string; readonly fingerprint: string };
  /** Whether a clock that shows this, in milliseconds since 1970, is evidently wrong, and by what. */
  clockFault(now: number): ClockFault | undefined;
  /** The keys that may sign firmware for switches, as known to the cloud. Never rejects. */
  trustedKeys(): Promise<readonly KeyObject[]>;
}

/** A user of the fleet console who asks for something. */
export interface FleetCaller {
  readonly user: KeptUser;
  /** By the id of his session. */
  readonly session: string | undefined;
  /** His address. */
  readonly source: string;
  /** Writes into the audit trail what he did. */
  did(said: Message, serial?: string): Promise<void>;
}

/** How an object of the fleet console is answered and changed. */
export interface FleetObject {
  readonly object: ObjectDeclaration;
  /** As `Management.read`. */
  read(context: FleetContext, query: Values, caller: FleetCaller): Promise<Values | readonly Values[]>;
  /** As `Management.readPage`, for tables that may be long. */
  readPage?(context: FleetContext, query: Values, paging: Paging, caller: FleetCaller): Promise<RowsPage>;
  /** Whether a request lets somebody into the fleet or its switches: it takes the password again (8711). */
  grantsAccess?(request: Request, caller: FleetCaller): boolean;
  /** Whether observers may ask for it, too; default false. */
  readonly isForObservers?: boolean;
  /** Carries one request out; without it the object is read only. Rejects with a `Refusal`. */
  perform?(context: FleetContext, request: Request, caller: FleetCaller): Promise<void>;
}

/** A file that administrators send to the fleet console (docs/specification/protocol.md, "Endpoints"). */
export interface FleetUpload {
  readonly name: string;
  /** Octets at most. */
  readonly maximumSize: number;
  /** Takes the file, which is gone after that. Rejects with a `Refusal`. */
  receive(context: FleetContext, file: UploadedFile, caller: FleetCaller): Promise<void>;
}

/** The part of the cloud for one page of the fleet console. */
export interface FleetFeature {
  readonly answers: readonly FleetObject[];
  readonly uploads?: readonly FleetUpload[];
}
