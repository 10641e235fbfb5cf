import { slot } from '../../../device/slot.ts';
import type { Message } from '../../../model/values/message.ts';
import { offLine, type Standing } from '../../../protocols/cloud/connection.ts';
import type { CloudIdentity } from './kept-identity.ts';

/** State of the connection to the cloud, and details. */
export interface CloudConnection {
  readonly standing: Standing;
  /** The cause of the last failure, where there is more to say than which it was. */
  readonly reason: Message | undefined;
  /** Whether the switch knew a gateway when it failed last. */
  readonly hasGateway: boolean;
  /** Milliseconds since 1970 at which the line was opened; undefined while it is not open. */
  readonly since: number | undefined;
}

/** The connection, while cloud management is on. */
export const cloudConnection = slot<CloudConnection>('cloudConnection', {
  standing: offLine,
  reason: undefined,
  hasGateway: true,
  since: undefined,
});

/** By what a cloud knows the switch; undefined until somebody looked or asked for it. */
export const cloudIdentity = slot<CloudIdentity | undefined>('cloudIdentity', undefined);

/** The account that the administrator signs in to the cloud with, until that was tried. */
export const cloudSignIn = slot<{ readonly account: string; readonly password: string } | undefined>(
  'cloudSignIn',
  undefined,
);
