import { type LineState, noLines } from '../../../device/command-line/line-state.ts';
import { slot } from '../../../device/slot.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import type { sshHostKeyEntry } from './objects.ts';

/** A host key as its page shows it. */
export interface HostKeyState {
  /** Wire value of `sshKeyType`. */
  readonly type: RowOf<typeof sshHostKeyEntry>['sshKeyType'];
  readonly bits: number;
  readonly fingerprint: string;
  /** Milliseconds since 1970, by the device's clock. */
  readonly created: number;
}

/** The server while it runs. */
export const sshState = slot<LineState>('ssh', noLines);

/** The host keys; none while the server is off. */
export const hostKeyStates = slot<readonly HostKeyState[]>('sshHostKeys', []);

/** Makes new host keys; undefined while the server is off. */
export const newHostKeys = slot<(() => Promise<void>) | undefined>('sshNewHostKeys', undefined);
