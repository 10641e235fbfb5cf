// @long-running
import { createOpenVSwitchHarness } from '../../tests/openvswitch/harness.ts';
import { describeDatapathContract } from '../contract/describe-datapath.ts';

describeDatapathContract('Open vSwitch', createOpenVSwitchHarness);
