import type { ScenarioFault } from './scenario.ts';

/** What the hardware itself says of a fault that begins or ends; links and counters speak for the other kinds. */
export function hardwareReport(fault: ScenarioFault, began: boolean): string | undefined {
  switch (fault.kind) {
    case 'fanFailure':
      return began ? `Fan ${fault.fan} stands still` : `Fan ${fault.fan} turns again`;
    case 'overheating':
      return began ? 'The temperature rises' : 'The temperature falls again';
    case 'powerOverload':
      return began ? `PoE overload on port ${fault.port}` : `PoE overload on port ${fault.port} is over`;
    case 'powerShort':
      return began ? `PoE short on port ${fault.port}` : `PoE short on port ${fault.port} is over`;
    default:
      return undefined;
  }
}
