import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { hasPort, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import type { PortSettings } from '../../../protocols/dot1x/state.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { AuthMode, dot1xAuthConfigEntry, dot1xPaeSystem, dot1xPortExtEntry, PortControl } from './objects.ts';

/** The kind of EAPOL frames. */
export const EAPOL_FRAMES = 'eapol';

/** The objects that `settingsOf` reads. */
export const settingsRead = [dot1xPaeSystem, dot1xAuthConfigEntry, dot1xPortExtEntry, dot1qVlanStaticEntry] as const;

/** Whether ports authenticate at all. */
export function isOn(configuration: Configuration): boolean {
  return configuration.group(dot1xPaeSystem).dot1xPaeSystemAuthControl === Status.enabled;
}

/** The control mode of a port. */
export function controlOf(row: { readonly dot1xAuthAuthControlledPortControl: number }): PortSettings['control'] {
  switch (row.dot1xAuthAuthControlledPortControl) {
    case PortControl.auto:
      return 'auto';
    case PortControl.forceUnauthorized:
      return 'forceUnauthorized';
    default:
      return 'forceAuthorized';
  }
}

/** How a port lets stations in. */
function modeOf(configuration: Configuration, port: number): PortSettings['mode'] {
  const row = configuration.row(dot1xPortExtEntry, { dot1xPaePortNumber: port });
  return row?.dot1xPortAuthMode === AuthMode.macBased ? 'station' : 'port';
}

/** Settings of the authenticator by the configuration, by port; none while it is disabled. */
export function settingsOf(configuration: Configuration): ReadonlyMap<number, PortSettings> {
  if (!isOn(configuration)) return new Map();
  return new Map(
    configuration.rows(dot1xAuthConfigEntry).map((row): [number, PortSettings] => {
      const port = row.dot1xPaePortNumber;
      const extended = configuration.row(dot1xPortExtEntry, { dot1xPaePortNumber: port });
      const time = millisecondsIn(dot1xAuthConfigEntry, row);
      const isAsked = row.dot1xAuthReAuthEnabled === TruthValue.yes;
      return [
        port,
        {
          control: controlOf(row),
          mode: modeOf(configuration, port),
          txPeriod: time('dot1xAuthTxPeriod'),
          quietPeriod: time('dot1xAuthQuietPeriod'),
          supplicantTimeout: time('dot1xAuthSuppTimeout'),
          serverTimeout: time('dot1xAuthServerTimeout'),
          maxRequests: row.dot1xAuthMaxReq,
          reauthPeriod: isAsked ? time('dot1xAuthReAuthPeriod') : Number.POSITIVE_INFINITY,
          guestVlan: extended?.dot1xPortGuestVlan || undefined,
          dynamicVlan: extended?.dot1xPortDynamicVlan === Status.enabled,
          admitsVlan: (vlan) => admits(configuration, vlan, port),
        },
      ];
    }),
  );
}

/** Whether a port can be in a VLAN: that exists, and does not forbid it. */
function admits(configuration: Configuration, vlan: number, port: number): boolean {
  const row = configuration.row(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan });
  return row !== undefined && !hasPort(parsePortList(row.dot1qVlanForbiddenEgressPorts) ?? NO_PORTS, port);
}
