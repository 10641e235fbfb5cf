import { randomBytes } from 'node:crypto';
import type { Clock } from '../../datapath/clock.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { isRecord } from '../../model/values/json-record.ts';
import { type Message, say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import type { Keepable, Kept } from '../flash/keeper.ts';
import type { LogWriter } from '../log/log.ts';
import { StrangerLines } from '../log/stranger-lines.ts';
import type { EventCounts } from '../metrics/event-counts.ts';
import { Refusal } from '../refusal.ts';
import type { WallClock } from '../wall-clock.ts';
import { hashOf } from './session.ts';

/** Tokens at most. */
const TOKENS = 16;

/** Allowed uses of a token. */
export const tokenScopes = ['read', 'change', 'metrics'] as const;

/** One of them: reading, reading and changing, or fetching the metrics and nothing else. */
export type TokenScope = (typeof tokenScopes)[number];

/** The menu sections that a token can be limited to: the first part of the paths of their pages. */
export const tokenSections = ['System', 'Network', 'QoS', 'PoE', 'Security', 'Tools'] as const;

/** One of them; "" for all. */
export type TokenSection = (typeof tokenSections)[number] | '';

/** Properties of a token chosen when it is created. */
export interface TokenGrant {
  readonly name: string;
  readonly scope: TokenScope;
  readonly section: TokenSection;
  /** Milliseconds since 1970, by the device's clock; 0 for never. */
  readonly expires: number;
  /** The user who created it. */
  readonly creator: string;
}

/** A token without its secret, which the device does not keep. */
export interface ApiToken extends TokenGrant {
  /** The lowest that was free. */
  readonly number: number;
  /** SHA-256 of the secret: it is random, so that no slower hash protects it better. */
  readonly hash: string;
  readonly created: number;
  /** 0 for never. */
  readonly lastUse: number;
  readonly lastAddress: string;
}

/** The tokens by which programs use the switch, as features see them. */
export interface TokenControl {
  list(): readonly ApiToken[];
  /** Creates a token and resolves to its secret once it is kept on flash. Rejects with a `Refusal`. */
  create(grant: TokenGrant): Promise<string>;
  /** Revokes a token at once; resolves to it, undefined if there is none of this number. Rejects with a `Refusal` if flash fails. */
  revoke(number: number): Promise<ApiToken | undefined>;
  /** Revokes all of them at once. Rejects with a `Refusal` if flash fails. */
  revokeAll(): Promise<void>;
}

/** Begins each secret, so that scanners of repositories and logs recognize one. */
const PREFIX = 'fpt_';

/** Milliseconds after which a use is written to flash again: not every call wears it. */
const USE_KEPT = 24 * 3_600_000;

/** Storage format of the tokens: hashes only. */
export const keptTokens: Keepable<readonly ApiToken[]> = {
  name: 'api-tokens',
  version: 1,
  sealed: true,
  write: (tokens) => tokens,
  read: (json) => (Array.isArray(json) && json.every(isToken) ? json.slice(0, TOKENS) : undefined),
};

function isToken(json: unknown): json is ApiToken {
  if (!isRecord(json)) return false;
  const { number, name, scope, section, expires, creator, hash, created, lastUse, lastAddress } = json;
  return (
    [name, creator, hash, lastAddress].every((value) => typeof value === 'string') &&
    [number, expires, created, lastUse].every((value) => typeof value === 'number') &&
    tokenScopes.some((one) => one === scope) &&
    (section === '' || tokenSections.some((one) => one === section))
  );
}

/** Dependencies of the tokens. */
interface TokenSurroundings {
  readonly kept: Kept<readonly ApiToken[]>;
  readonly clock: Clock;
  readonly wallClock: WallClock;
  readonly log: LogWriter;
  readonly counts: EventCounts;
}

/** The tokens: created and revoked by an administrator, proved by each call of a program. */
export class ApiTokens implements TokenControl {
  readonly #around: TokenSurroundings;
  #tokens: readonly ApiToken[] = [];
  /** When the use of each that was written last was, by number. */
  readonly #usesKept = new Map<number, number>();
  /** Monotonic milliseconds at which those that expire do so at the latest, by hash. */
  readonly #deadlines = new Map<string, number>();
  /** Wrong tokens, by where they came from. */
  readonly #told: StrangerLines;

  constructor(around: TokenSurroundings) {
    this.#around = around;
    this.#told = new StrangerLines(around.clock, around.log);
  }

  async load(): Promise<void> {
    this.#tokens = (await this.#around.kept.load()) ?? [];
    for (const token of this.#tokens) {
      this.#usesKept.set(token.number, token.lastUse);
      this.#limit(token);
    }
  }

  list(): readonly ApiToken[] {
    return this.#tokens;
  }

  async create(grant: TokenGrant): Promise<string> {
    const before = this.#tokens;
    if (before.length >= TOKENS) {
      throw new Refusal(ErrorCode.resourceUnavailable, say('At most {{max}} tokens can exist.', { max: TOKENS }));
    }
    if (before.some(({ name }) => name === grant.name)) {
      throw new Refusal(
        ErrorCode.inconsistentName,
        say('A token named {{name}} already exists.', { name: grant.name }),
      );
    }
    const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`;
    const token: ApiToken = {
      ...grant,
      number: freeNumber(before),
      hash: hashOf(secret),
      created: this.#around.wallClock.now(),
      lastUse: 0,
      lastAddress: '',
    };
    this.#tokens = [...before, token];
    this.#limit(token);
    try {
      await this.#around.kept.save(this.#tokens);
    } catch (error) {
      this.#tokens = this.#tokens.filter((one) => one.hash !== token.hash);
      this.#deadlines.delete(token.hash);
      const message = say('The token could not be kept, because {{reason}}.', { reason: reasonOf(error) });
      throw new Refusal(ErrorCode.resourceUnavailable, message);
    }
    return secret;
  }

  async revoke(number: number): Promise<ApiToken | undefined> {
    const token = this.#tokens.find((one) => one.number === number);
    if (!token) return undefined;
    await this.#withdraw([token]);
    return token;
  }

  async revokeAll(): Promise<void> {
    await this.#withdraw(this.#tokens);
  }

  /** In force whatever becomes of the file. */
  async #withdraw(revoked: readonly ApiToken[]): Promise<void> {
    this.#tokens = this.#tokens.filter((one) => !revoked.includes(one));
    for (const { number, hash } of revoked) {
      this.#usesKept.delete(number);
      this.#deadlines.delete(hash);
    }
    try {
      await this.#around.kept.save(this.#tokens);
    } catch (error) {
      const values = { reason: reasonOf(error) };
      const message =
        revoked.length === 1
          ? say('The token is revoked until the next restart only, because {{reason}}.', values)
          : say('The tokens are revoked until the next restart only, because {{reason}}.', values);
      throw new Refusal(ErrorCode.resourceUnavailable, message);
    }
  }

  /** The token with this secret, used from `address` now; throws a `Refusal` if there is none or it has expired. */
  prove(secret: string, address: string): ApiToken {
    const hash = hashOf(secret);
    const token = this.#tokens.find((one) => one.hash === hash);
    const now = this.#around.wallClock.now();
    if (!token) {
      this.#refuse(address, say('API token from {{address}} refused: it is not known.', { address }));
      throw new Refusal(ErrorCode.gambit, say('The API token is not valid.'));
    }
    if (this.#isOver(token)) {
      const values = { name: token.name, address };
      this.#refuse(address, say('API token {{name}} from {{address}} refused: it has expired.', values));
      throw new Refusal(ErrorCode.gambit, say('The API token has expired.'));
    }
    this.#note({ ...token, lastUse: now, lastAddress: address });
    return token;
  }

  /** Whether this is a token that `prove` would accept; nothing is counted or logged. */
  isValid(secret: string): boolean {
    const hash = hashOf(secret);
    return this.#tokens.some((one) => one.hash === hash && !this.#isOver(one));
  }

  /** A token may set the device's clock, or name its time server: what is left of its time does not grow by that. */
  #limit({ hash, expires }: ApiToken): void {
    const { clock, wallClock } = this.#around;
    if (expires !== 0) this.#deadlines.set(hash, clock.now() + Math.max(0, expires - wallClock.now()));
  }

  #isOver({ hash, expires }: ApiToken): boolean {
    const { clock, wallClock } = this.#around;
    if (expires === 0) return false;
    return expires <= wallClock.now() || (this.#deadlines.get(hash) ?? 0) <= clock.now();
  }

  #note(used: ApiToken): void {
    this.#tokens = this.#tokens.map((one) => (one.hash === used.hash ? used : one));
    if (used.lastUse - (this.#usesKept.get(used.number) ?? 0) < USE_KEPT) return;
    this.#usesKept.set(used.number, used.lastUse);
    // The next use or change writes it if flash does not take it now.
    this.#around.kept.save(this.#tokens).catch(() => {});
  }

  #refuse(address: string, message: Message): void {
    this.#around.counts.add('refusedTokens');
    this.#told.write(address, () => message);
  }
}

/** Whether a token of this section covers an object; one of all sections covers each. */
export function isInSection(section: string, { page = '' }: Pick<ObjectDeclaration, 'page'>): boolean {
  return section === '' || page === `/${section}` || page.startsWith(`/${section}/`);
}

function freeNumber(tokens: readonly ApiToken[]): number {
  const taken = new Set(tokens.map(({ number }) => number));
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}
