import { systemClock } from '../../datapath/clock.ts';
import { busContract } from './contract.ts';
import { ProcessBus } from './process-bus.ts';

busContract('within a process', async () => {
  const bus = new ProcessBus(systemClock);
  return [bus, bus];
});
