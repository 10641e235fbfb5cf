import { type Recipe, recipe } from '../../console/page/recipe.tsx';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { vlanId } from '../../model/schema/kinds/vlan-id.ts';
import { group } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import {
  formatPortList,
  NO_PORTS,
  type PortList,
  parsePortList,
  portBit,
  portsOf,
} from '../../model/values/port-list.ts';
import { configuredTrunks } from '../bridge-ports.ts';
import { trunkGroupEntry } from '../network/trunk/objects.ts';
import { dot1qPortVlanEntry, dot1qVlan } from '../network/vlan/objects.ts';
import { privateVlanPortEntry } from '../network/vlan/private-vlan-objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { membershipOf } from '../vlan-membership.ts';
import { painted, type Stroke } from '../vlan-painting.ts';

const Link = { tagged: 1, untagged: 2 } as const;

const asks = group('recipeGuestNetwork', {
  title: 'Guest network',
  fields: {
    recipeVlan: vlanId({ label: 'VLAN ID', min: 2, default: 200, help: 'Added if it does not exist.' }),
    recipeName: text({ label: 'VLAN Name', maxLength: 32, default: 'Guests' }),
    recipeGuests: portList({
      label: 'Ports of guests',
      required: true,
      help: 'They leave all other VLANs, and reach only the port to the router.',
    }),
    recipeRouter: portList({ label: 'Port to the router', required: true, all: 'none' }),
    recipeLink: enumeration({
      label: 'VLAN at the router',
      choices: { tagged: [Link.tagged, 'Tagged'], untagged: [Link.untagged, 'Untagged'] },
      help: 'Tagged if the port carries other VLANs, too.',
    }),
  },
});

/** Puts ports into a VLAN of their own that has one way out, and separates them from each other. */
export const guestNetwork: Recipe<typeof asks> = {
  asks,
  objects: [dot1qVlanStaticEntry, dot1qPortVlanEntry, privateVlanPortEntry, dot1qVlan, trunkGroupEntry],
  leadsTo: '/Network/VLAN/Tagged',
  suggests: (before) => ({ recipeVlan: freeVlan(before) }),
  change(before, { recipeVlan: vlan, recipeName, recipeGuests, recipeRouter, recipeLink }) {
    const index = { dot1qVlanIndex: vlan };
    const guests = portsIn(before, recipeGuests);
    const router = portsIn(before, recipeRouter);
    const made = before.row(dot1qVlanStaticEntry, index)
      ? before
      : before.withRow(dot1qVlanStaticEntry, { ...index, dot1qVlanStaticName: recipeName });
    const leave = made.rows(dot1qVlanStaticEntry).flatMap((row): readonly Stroke[] => {
      const { members, untagged } = membershipOf(row);
      const tagged = members & ~untagged & guests;
      return row.dot1qVlanIndex === vlan || tagged === NO_PORTS
        ? []
        : [{ vlan: row.dot1qVlanIndex, ports: tagged, state: 'none' }];
    });
    const joined = painted(made, [
      ...leave,
      { vlan, ports: guests, state: 'untagged' },
      { vlan, ports: router, state: recipeLink === Link.tagged ? 'tagged' : 'untagged' },
    ]);
    return portsOf(guests).reduce(
      (soFar, port) =>
        soFar.withRow(privateVlanPortEntry, {
          privateVlanSourcePort: port,
          privateVlanForwardPorts: formatPortList(router | portBit(port)),
        }),
      joined,
    );
  },
  problems(before, { recipeGuests, recipeRouter, recipeVlan }) {
    const guests = portsIn(before, recipeGuests);
    const router = portsIn(before, recipeRouter);
    const both = guests & router;
    const row = before.row(dot1qVlanStaticEntry, { dot1qVlanIndex: recipeVlan });
    const strangers = row ? membershipOf(row).members & ~guests & ~router : NO_PORTS;
    return {
      ...(both !== NO_PORTS && {
        recipeRouter: say('Ports {{ports}} are ports of guests as well.', { ports: formatPortList(both) }),
      }),
      ...(strangers !== NO_PORTS && {
        recipeVlan: say('Ports {{ports}} are in this VLAN already. Choose another one.', {
          ports: formatPortList(strangers),
        }),
      }),
    };
  },
};

/** The ports of a list; a trunk that has one of them with all of its members. */
function portsIn(configuration: Configuration, list: string): PortList {
  const ports = parsePortList(list) ?? NO_PORTS;
  return configuredTrunks(configuration).reduce(
    (sum, { members }) => ((members & ports) === NO_PORTS ? sum : sum | members),
    ports,
  );
}

/** The usual VLAN of guests, or the next one that does not exist. */
function freeVlan(before: Configuration): number {
  let vlan = asks.fields.recipeVlan.default;
  while (before.row(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan })) vlan += 1;
  return vlan;
}

export default recipe(guestNetwork);
