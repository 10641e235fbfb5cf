import { type LineState, noLines } from '../../../device/command-line/line-state.ts';
import { slot } from '../../../device/slot.ts';

/** The server while it runs. */
export const telnetState = slot<LineState>('telnet', noLines);
