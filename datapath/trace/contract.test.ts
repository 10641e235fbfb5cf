import { describeDatapathContract } from '../contract/describe-datapath.ts';
import { createTracedHarness } from '../contract/traced-harness.ts';

// It has no counters, rates, captures or IP stack, and reports no events of ports.
describeDatapathContract('the trace', createTracedHarness, [
  'ports',
  'captures',
  'frame lengths',
  'rates of punt classes',
  'rates and storms',
  'rates of access rules',
  'queues',
  "the switch's own interface",
  'routing',
]);
