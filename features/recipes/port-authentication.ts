import { type Recipe, recipe } from '../../console/page/recipe.tsx';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { vlanId } from '../../model/schema/kinds/vlan-id.ts';
import { group } from '../../model/schema/object.ts';
import { parseIp } from '../../model/values/ip-prefix.ts';
import { say } from '../../model/values/message.ts';
import { NO_PORTS, parsePortList, portsOf } from '../../model/values/port-list.ts';
import { membersOf } from '../bridge-ports.ts';
import { freeIndex } from '../free-index.ts';
import { trunkGroupEntry } from '../network/trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import {
  AuthMethod,
  AuthMode,
  dot1xAuthConfigEntry,
  dot1xExtConfig,
  dot1xPaeSystem,
  dot1xPortExtEntry,
  PortControl,
} from '../security/port-access-control/objects.ts';
import {
  RADIUS_SERVERS_MAXIMUM,
  radiusServerEntry,
  SECRET_MAXIMUM,
  ServerAddressType,
} from '../security/radius/objects.ts';

const asks = group('recipePortAuthentication', {
  title: '802.1X on ports',
  fields: {
    recipeServer: { ...radiusServerEntry.fields.radiusServerAddress, label: 'RADIUS server' },
    recipeKey: secret({ label: 'Shared Secret', minLength: 1, maxLength: SECRET_MAXIMUM }),
    recipePorts: portList({
      label: 'Ports',
      required: true,
      help: 'Ports of stations. Each is closed until a station behind it authenticates.',
    }),
    recipeGuestVlan: vlanId({
      label: 'Guest VLAN',
      optional: true,
      words: { 0: 'None' },
      min: 2,
      help: 'VLAN of a port without authenticated station. It is added if it does not exist. Empty: none.',
    }),
  },
});

/** Adds the server, and opens ports only to stations that it accepts; the others get the guest VLAN, if there is one. */
export const portAuthentication: Recipe<typeof asks> = {
  asks,
  objects: [
    radiusServerEntry,
    dot1qVlanStaticEntry,
    dot1xExtConfig,
    dot1xPortExtEntry,
    dot1xAuthConfigEntry,
    dot1xPaeSystem,
    trunkGroupEntry,
  ],
  leadsTo: '/Security/PortAccessControl',
  change(before, { recipeServer, recipeKey, recipePorts, recipeGuestVlan: guest }) {
    const radiusServerPriority = priorityOf(before, recipeServer);
    if (radiusServerPriority === undefined) return before;
    let after = before
      .withRow(radiusServerEntry, {
        radiusServerPriority,
        radiusServerAddressType: parseIp(recipeServer)?.width === 128 ? ServerAddressType.ipv6 : ServerAddressType.ipv4,
        radiusServerAddress: recipeServer,
        radiusServerKey: recipeKey,
      })
      .withGroup(dot1xExtConfig, { dot1xAuthMethod: AuthMethod.radius });
    if (guest !== 0 && !after.row(dot1qVlanStaticEntry, { dot1qVlanIndex: guest })) {
      after = after.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: guest, dot1qVlanStaticName: 'Guests' });
    }
    for (const port of portsOf(parsePortList(recipePorts) ?? NO_PORTS)) {
      const index = { dot1xPaePortNumber: port };
      if (guest !== 0) {
        after = after.withRow(dot1xPortExtEntry, {
          ...index,
          dot1xPortAuthMode: AuthMode.portBased,
          dot1xPortGuestVlan: guest,
        });
      }
      after = after.withRow(dot1xAuthConfigEntry, { ...index, dot1xAuthAuthControlledPortControl: PortControl.auto });
    }
    return after.withGroup(dot1xPaeSystem, { dot1xPaeSystemAuthControl: Status.enabled });
  },
  problems(before, { recipeServer, recipePorts }) {
    const ports = parsePortList(recipePorts) ?? NO_PORTS;
    const trunk = before.rows(trunkGroupEntry).find((row) => (membersOf(row) & ports) !== NO_PORTS);
    return {
      ...(priorityOf(before, recipeServer) === undefined && {
        recipeServer: say('There are {{max}} servers already. Delete one first.', { max: RADIUS_SERVERS_MAXIMUM }),
      }),
      ...(trunk && {
        recipePorts: say('Port {{port}} is a member of trunk {{trunk}}.', {
          port: portsOf(membersOf(trunk) & ports)[0] ?? 0,
          trunk: trunk.trunkId,
        }),
      }),
    };
  },
};

/** The place of the server that has the address, or else the first free one. */
function priorityOf(configuration: Configuration, address: string): number | undefined {
  const servers = configuration.rows(radiusServerEntry);
  const same = servers.find((row) => row.radiusServerAddress === address);
  if (same) return same.radiusServerPriority;
  return freeIndex(
    servers.map((row) => row.radiusServerPriority),
    RADIUS_SERVERS_MAXIMUM,
  );
}

export default recipe(portAuthentication);
