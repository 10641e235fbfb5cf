import type { Cancel, Clock } from '../../clock.ts';
import type { ScenarioFault } from './scenario.ts';

/** Effects of a scenario's fault when it begins and ends. */
export interface FaultStage {
  /** `fault` is in force from now on, until `ended`. */
  began(fault: ScenarioFault): void;
  ended(fault: ScenarioFault): void;
}

/** Plays the faults of a scenario at their times; the function it gives back ends it. */
export function playFaults(faults: readonly ScenarioFault[], clock: Clock, stage: FaultStage): Cancel {
  const timers: Cancel[] = [];
  const later = (seconds: number, action: () => void) => timers.push(clock.after(seconds * 1000, action));
  for (const fault of faults) {
    const begin = () => {
      stage.began(fault);
      const lasts = lengthOf(fault);
      if (lasts !== undefined) later(lasts, () => stage.ended(fault));
    };
    if (fault.at > 0) later(fault.at, begin);
    else begin();
  }
  return () => {
    for (const cancel of timers) cancel();
  };
}

/** Seconds for which a fault is there; undefined for good. */
function lengthOf(fault: ScenarioFault): number | undefined {
  if (fault.kind === 'powerDip') return fault.milliseconds / 1000;
  return fault.kind === 'hang' ? undefined : fault.lasts;
}
