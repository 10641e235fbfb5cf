import { type Recipe, recipe } from '../../console/page/recipe.tsx';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { vlanId } from '../../model/schema/kinds/vlan-id.ts';
import { group } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { formatPortList, NO_PORTS, parsePortList } from '../../model/values/port-list.ts';
import { dot1qPortVlanEntry, dot1qVlan } from '../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { painted } from '../vlan-painting.ts';

const asks = group('recipeCameraVlan', {
  title: 'VLAN for cameras',
  fields: {
    recipeVlan: vlanId({ label: 'VLAN ID', min: 2, default: 100 }),
    recipeName: text({ label: 'VLAN Name', maxLength: 32, default: 'Cameras' }),
    recipeCameras: portList({ label: 'Ports of cameras', required: true }),
    recipeUplinks: portList({ label: 'Ports to the recorder or the next switch', all: 'none' }),
  },
});

/** Makes the VLAN where there is none, and gives it the ports; cameras leave the VLAN that they were untagged in. */
export const cameraVlan: Recipe<typeof asks> = {
  asks,
  objects: [dot1qVlanStaticEntry, dot1qPortVlanEntry, dot1qVlan],
  leadsTo: '/Network/VLAN/Tagged',
  change(before, { recipeVlan: vlan, recipeName, recipeCameras, recipeUplinks }) {
    const index = { dot1qVlanIndex: vlan };
    const made = before.row(dot1qVlanStaticEntry, index)
      ? before
      : before.withRow(dot1qVlanStaticEntry, { ...index, dot1qVlanStaticName: recipeName });
    return painted(made, [
      { vlan, ports: parsePortList(recipeUplinks) ?? NO_PORTS, state: 'tagged' },
      { vlan, ports: parsePortList(recipeCameras) ?? NO_PORTS, state: 'untagged' },
    ]);
  },
  problems(_before, { recipeCameras, recipeUplinks }) {
    const both = (parsePortList(recipeCameras) ?? NO_PORTS) & (parsePortList(recipeUplinks) ?? NO_PORTS);
    return both === NO_PORTS
      ? {}
      : { recipeUplinks: say('Ports {{ports}} are ports of cameras as well.', { ports: formatPortList(both) }) };
  },
};

export default recipe(cameraVlan);
