import { createOpenVSwitchHarness } from '../../tests/openvswitch/harness.ts';
import { describeDatapathContract } from '../contract/describe-datapath.ts';

describeDatapathContract('Open vSwitch', createOpenVSwitchHarness, [
  'mirror copies',
  'frame lengths',
  'own address',
  'trunks',
  'groups',
  'destination filter',
  'port states',
  'blocked ports',
  'dynamic memberships',
  'punt classes',
  'punt classes of trunks',
  'rates of punt classes',
  'resume and inject',
  'flush by ports and VLANs',
  'service tags',
]);
