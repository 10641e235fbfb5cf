import { lasting, lastingHere } from './browser-storage.ts';

/**
 * The session values in browser storage, under the names of docs/specification/product.md 3. The token is of no use without the
 * cookie that the login answer set, so it may lie where every tab finds it.
 */
export const session = {
  /** The session token, "" when signed out. It decides the login and dashboard paths. */
  get gambit(): string {
    return lasting.get('GAMBIT');
  },
  get username(): string {
    return lasting.get('Username');
  },
  /** A random value with no relation to the password (docs/specification/protocol.md, "Session"). */
  get currentkey(): string {
    return lasting.get('currentkey');
  },
  /** Milliseconds since 1970 of the last menu reload; 0 before the first. */
  get lastReloadTime(): number {
    return Number(lastingHere.get('lastReloadTime')) || 0;
  },
  set lastReloadTime(time: number) {
    lastingHere.set('lastReloadTime', String(time));
  },
  /** Whether the Surveillance Mode's routes are shown: the ASV flag, '1' or empty. */
  get surveillance(): boolean {
    return lastingHere.get('ASV') === '1';
  },
  set surveillance(on: boolean) {
    lastingHere.set('ASV', on ? '1' : '');
  },
  /** Name of the route to go to at the next start-up, "" for none. */
  get defaultRouter(): string {
    return lastingHere.get('defaultRouter');
  },
  set defaultRouter(name: string) {
    lastingHere.set('defaultRouter', name);
  },
  get webVersion(): string {
    return lastingHere.get('webVersion');
  },
  set webVersion(version: string) {
    lastingHere.set('webVersion', version);
  },

  /** Keeps what a login brought. */
  open(gambit: string, username: string): void {
    lasting.set('Username', username);
    lasting.set('currentkey', randomKey());
    lasting.set('GAMBIT', gambit);
  },

  /** Forgets the token; the rest names no secret and stays. */
  close(): void {
    lasting.set('GAMBIT', '');
    lasting.set('currentkey', '');
  },
};

/** 128 random bits in hexadecimal. `getRandomValues` exists on plain HTTP too, `randomUUID` does not. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
