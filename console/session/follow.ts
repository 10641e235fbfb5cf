import { addressOf } from '../router/location.ts';
import { session } from './session.ts';

/** A session that goes on at another address of the switch, where the browser has none of its cookies. */
export interface Follow {
  readonly username: string;
  /** Logs in once, instead of the password. */
  readonly ticket: string;
  /** Name of the route that it goes on at. */
  readonly goTo: string;
}

/** The console's location at another address, with this browser's session. */
export function followUrl(address: string, ticket: string, goTo = 'Dashboard'): string {
  const { protocol, port } = window.location;
  const place = `${protocol}//${address}${port === '' ? '' : `:${port}`}/`;
  // Behind the "#" it is in no request and no log.
  return ticket === '' ? place : `${place}#/login?${new URLSearchParams({ username: session.username, ticket, goTo })}`;
}

/** The part after the "#" of the browser's address with which the session moves to this address. */
export function readFollow(hash: string): Follow | undefined {
  const { pathname, search } = addressOf(hash.slice(1));
  const given = new URLSearchParams(search);
  const [username, ticket, goTo] = ['username', 'ticket', 'goTo'].map((name) => given.get(name) ?? '');
  return pathname === '/login' && username && ticket && goTo ? { username, ticket, goTo } : undefined;
}
