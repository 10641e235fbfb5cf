import { type Message, say } from '../../../model/values/message.ts';
import type { ScenarioFault } from './scenario.ts';

/** The hardware's own report of a fault that begins or ends; other kinds show in links and counters. */
export function hardwareReport(fault: ScenarioFault, began: boolean): Message | undefined {
  switch (fault.kind) {
    case 'fanFailure':
      return began
        ? say('Fan {{fan}} has stopped', { fan: fault.fan })
        : say('Fan {{fan}} is running again', { fan: fault.fan });
    case 'overheating':
      return began ? say('The temperature rises') : say('The temperature falls again');
    default:
      return undefined;
  }
}
