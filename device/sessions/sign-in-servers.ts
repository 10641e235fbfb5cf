import { type SlotReader, slot } from '../slot.ts';

/** A server's decision on a user: accepted, refused, or none because no server responds. */
export type ServerVerdict = 'accepted' | 'refused' | 'silent';

/** Asks the servers of one protocol whether a user may administer the switch. */
export interface SignInServers {
  /** Never rejects. */
  ask(user: {
    readonly name: string;
    readonly password: string;
    readonly remoteAddress: string;
  }): Promise<ServerVerdict>;
}

/** The servers of each protocol, while signing in by them is on. */
export const tacacsSignIn = slot<SignInServers | undefined>('tacacsSignIn', undefined);
export const radiusSignIn = slot<SignInServers | undefined>('radiusSignIn', undefined);

/**
 * Servers that are asked before the switch's own account: the first response decides, and without one that account
 * does.
 */
export function signInServers(slots: SlotReader): readonly SignInServers[] {
  return [slots.get(tacacsSignIn), slots.get(radiusSignIn)].filter((servers) => servers !== undefined);
}
