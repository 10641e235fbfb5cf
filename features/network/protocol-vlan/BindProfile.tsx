import type { ControlProps } from '../../../console/controls/control.ts';
import { AddRows } from '../../../console/form/AddRows.tsx';
import type { AddingProps } from '../../../console/page/list.tsx';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { portsOf } from '../../../model/values/port-list.ts';
import { useTrunks } from '../../use-trunks.ts';
import { PortChoice, portsIn } from '../port-choice.tsx';
import { dot1vProtocolPortEntry } from './objects.ts';
import { ProfileControl } from './profile-words.tsx';

const places = portList({ label: 'Ports', required: true });

/** Binds a profile to one port or trunk, or to several at once: all or none. */
export function BindProfile(props: AddingProps) {
  const trunks = useTrunks();
  const members = new Set(trunks.flatMap((trunk) => portsOf(trunk.members)));
  return (
    <AddRows
      {...props}
      object={dot1vProtocolPortEntry}
      what="Bind a protocol profile"
      which={places}
      control={BoundPorts}
      wide
      columns={[
        { name: 'dot1vProtocolPortGroupId', control: ProfileControl },
        'dot1vProtocolPortGroupVid',
        'protocolPortPriority',
      ]}
      rows={(chosen, { dot1vProtocolPortGroupId }) =>
        portsOf(portsIn(chosen))
          .map((port) => trunks.find(({ representative }) => representative === port)?.number ?? port)
          .filter((number) => !members.has(number))
          .map((dot1dBasePort) => ({
            dot1dBasePort,
            dot1vProtocolPortGroupId: Number(dot1vProtocolPortGroupId),
          }))
      }
    />
  );
}

const free = () => undefined;

/** Any port; a trunk by the member that represents it. */
function BoundPorts(props: ControlProps) {
  return <PortChoice {...props} reason={free} />;
}
