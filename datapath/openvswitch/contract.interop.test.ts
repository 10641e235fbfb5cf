// @long-running
import { it } from 'vitest';
import { createOpenVSwitchHarness } from '../../tests/openvswitch/harness.ts';
import { describeDatapathContract } from '../contract/describe-datapath.ts';
import { kernelForwards } from './forwarder.ts';

describeDatapathContract('Open vSwitch', createOpenVSwitchHarness);

if (await kernelForwards()) {
  describeDatapathContract('Open vSwitch in the kernel', () => createOpenVSwitchHarness(undefined, 'system'));
} else it('is not tried on the datapath of the kernel here, because this kernel has no module openvswitch', () => {});
