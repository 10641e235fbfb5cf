import { describeDatapathContract } from '../contract/describe-datapath.ts';
import { createVirtualHarness } from './virtual-harness.ts';

describeDatapathContract('the virtual datapath', () => createVirtualHarness());
