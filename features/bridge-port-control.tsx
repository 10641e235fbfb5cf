import type { ControlProps } from '../console/controls/control.ts';
import { PortControl } from '../console/controls/PortControl.tsx';
import { useBridgePorts } from './use-trunks.ts';

/** One bridge port: a port that is in no trunk, or a trunk that is in use. */
export function BridgePortControl(props: ControlProps) {
  return <PortControl {...props} choices={useBridgePorts()} />;
}
