import type { Change } from '../model/configuration/change.ts';
import type { Paging } from '../model/configuration/rows-page.ts';
import type { ObjectDeclaration, TableObject } from '../model/schema/object.ts';
import type { ChangeMessage } from '../model/values/change-message.ts';
import { type Message, say } from '../model/values/message.ts';
import type { PortList } from '../model/values/port-list.ts';
import type { Values } from '../model/wire/call.ts';
import type { RowsPage } from '../model/wire/rows-page.ts';
import type { ManagementConnection } from './management-connection.ts';

/** The ways that lead to the switch, with the name that its users know each by; the console's own needs none. */
const accessNames = {
  web: undefined,
  snmp: say('SNMP'),
  commandLine: say('command line'),
  autoConfiguration: say('auto-configuration'),
  cloud: say('cloud'),
  surveillanceMode: say('Surveillance Mode'),
  /** A program with an API token; see `Caller.token`. */
  token: undefined,
  device: undefined,
} as const;

/** The API token of a call: its name, and the menu section it is limited to; "" for all. */
interface TokenUse {
  readonly name: string;
  readonly section: string;
}

/** The caller of a request. */
export interface Caller {
  readonly access: keyof typeof accessNames;
  readonly user: string;
  /** The API token of a program, which acts for `user`. */
  readonly token?: TokenUse;
  /** How a command line is reached: "SSH". */
  readonly line?: string;
  /** Identifies the session in `SessionControl`; not the token. Undefined where the way there knows no sessions. */
  readonly session: string | undefined;
  /** Each of its requests is authenticated by a key of its own: an SNMP manager with authentication. */
  readonly isAuthenticated?: boolean;
  /** The login service vouches that the caller has entered the password recently. */
  readonly isProved?: boolean;
  /** Undefined for a user at the device. */
  readonly remoteAddress: string | undefined;
  /** The connection that the guard must not let a change cut off; undefined where there is none. */
  readonly connection: ManagementConnection | undefined;
}

/** The device itself, on its own behalf. */
export const theDevice: Caller = {
  access: 'device',
  user: 'the device',
  session: undefined,
  remoteAddress: undefined,
  connection: undefined,
};

/** Name of a caller in the log: "admin", "admin (SNMP)", "admin (token backup)". */
export function callerName({ user, access, token }: Caller): Message {
  if (token) return say('{{user}} (token {{token}})', { user, token: token.name });
  const way = accessNames[access];
  if (way) return say('{{user}} ({{way}})', { user, way });
  return access === 'device' ? say('the device') : say('{{user}}', { user });
}

/** One thing to change or do, its values read by their fields and found valid (see `readRequest`). */
export interface Request<O extends ObjectDeclaration = ObjectDeclaration, Given = Values> {
  readonly kind: 'set' | 'create' | 'destroy' | 'deleteAll';
  readonly object: O;
  /** The columns given, canonical; index columns among them. */
  readonly values: Given;
  /** Columns as the caller knows them: the request is refused where somebody else has changed one since. */
  readonly was?: Values;
}

/** A change that is provisional whatever it is: the cloud confirms it by its name, or what was before comes back. */
export interface FromAfar {
  /** Its name. */
  readonly change: string;
  /** Milliseconds in which it has to be confirmed. */
  readonly time: number;
  /**
   * The former configuration is in force again; `who` reverted the change, undefined if it was not confirmed in time.
   */
  returned(who: Message | undefined): void;
}

/** Outcome of a request. */
export interface Outcome {
  /** Rows that it deleted. */
  readonly deleted: number;
  /** Its row: the given index columns, or what they denoted. Empty for a group. */
  readonly index: Values;
}

/** How requests are carried out. */
export interface PerformOptions {
  /** Apply provisionally what would cut the caller's connection off, and take it back unless it is confirmed. */
  readonly force?: boolean;
  /** Apply provisionally whatever changes the configuration. */
  readonly fromAfar?: FromAfar;
  /** It is a step of the setup wizard, which the history tells. */
  readonly isSetup?: boolean;
}

/** The result of requests. */
export interface Trial {
  readonly changes: readonly Change[];
  /** Why it would cut the session off that asks, and whether that is final once forced; undefined where it would not. */
  readonly loss?: { readonly reason: Message; readonly isFinal: boolean };
  /** The same in words, where requests ask for something of the configuration as a whole. */
  readonly told?: readonly ChangeMessage[];
  /** The ports at which a device would lose its power; left out where none would. */
  readonly unpowered?: PortList;
}

/**
 * The one way to change and to read the switch, for every caller and every access: checks, rules, operations, guard and
 * log are the same for all.
 */
export interface Management {
  /**
   * Carries requests out together, all or nothing; resolves to what became of each. An operation may
   * perform further requests for its caller: they belong to the same change. Rejects with a `Refusal`.
   */
  perform(requests: readonly Request[], caller: Caller, options?: PerformOptions): Promise<readonly Outcome[]>;
  /**
   * The result of requests; nothing is changed, no operation runs. Rejects as `perform` does, but never because of the
   * guard.
   */
  tryOut(requests: readonly Request[], caller: Caller): Promise<Trial>;
  /**
   * A group's values, or a table's rows in index order, live columns among them. `query` narrows a table to the rows with
   * these index values. Rejects with a `Refusal` (2) where it names one row wholly and that is not there.
   */
  read(object: ObjectDeclaration, query: Values, caller: Caller): Promise<Values | readonly Values[]>;
  /** One page of a table, if the table can answer for part of its rows. Rejects as `read` does. */
  readPage?(object: TableObject, query: Values, paging: Paging, caller: Caller): Promise<RowsPage>;
}
