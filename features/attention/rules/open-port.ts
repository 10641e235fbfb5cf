import { say } from '../../../model/values/message.ts';
import type { AttentionAction } from '../said.ts';

/** The way to one port, beside the panel of the dashboard. */
export function openPort(port: number): AttentionAction {
  return { label: say('Open port'), to: `/?port=${port}` };
}
