import type { AuthenticatorPort } from './state.ts';

/** Who may use a port: everybody or these stations, and in which VLAN where one was assigned. */
export interface Decision {
  readonly admits: 'everybody' | ReadonlySet<string>;
  readonly vlan: number | undefined;
  /** It is the guest VLAN: nobody has authenticated. */
  readonly isGuest: boolean;
}

/** What an authenticator has decided of a port; undefined where it is closed for all. */
export function decisionOf({ settings, conversations, isGuest }: AuthenticatorPort): Decision | undefined {
  const open = [...conversations].filter(([, { authorization }]) => authorization);
  const [first] = open;
  if (!first) return isGuest ? { admits: 'everybody', vlan: settings.guestVlan, isGuest } : undefined;
  const vlan = first[1].authorization?.vlan;
  const admits = settings.mode === 'port' ? 'everybody' : new Set(open.map(([station]) => station));
  return { admits, vlan, isGuest: false };
}
