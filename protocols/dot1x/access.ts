import type { AuthenticatorPort } from './state.ts';

/** Access to a port: all stations or these, and their VLAN if one was assigned. */
export interface Decision {
  readonly admits: 'everybody' | ReadonlySet<string>;
  /** Of the port; undefined if its stations are authenticated one by one. */
  readonly vlan: number | undefined;
  /** Of the stations that have one of their own. */
  readonly stationVlans: ReadonlyMap<string, number>;
  /** It is the guest VLAN: no station has authenticated. */
  readonly isGuest: boolean;
}

const NO_STATIONS: Decision['stationVlans'] = new Map();

/** An authenticator's decision about a port; undefined if it is closed for all. */
export function decisionOf({ settings, conversations, isGuest }: AuthenticatorPort): Decision | undefined {
  const open = [...conversations].flatMap(([station, { authorization }]) =>
    authorization ? [[station, authorization.vlan] as const] : [],
  );
  const [first] = open;
  const everybody = { admits: 'everybody', stationVlans: NO_STATIONS } as const;
  if (!first) return isGuest ? { ...everybody, vlan: settings.guestVlan, isGuest } : undefined;
  if (settings.mode === 'port') return { ...everybody, vlan: first[1], isGuest: false };
  return {
    admits: new Set(open.map(([station]) => station)),
    vlan: undefined,
    stationVlans: new Map(open.flatMap(([station, vlan]) => (vlan === undefined ? [] : [[station, vlan]]))),
    isGuest: false,
  };
}
