import { isCloudCapable } from '../../model/cloud-capable-pages.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { Caller, Request } from '../management.ts';
import { placeIn, Refusal } from '../refusal.ts';
import { type SlotReader, slot } from '../slot.ts';

/** The present relation of the cloud to this switch. */
export interface CloudBond {
  /** The page's cloud connect flag (docs/specification/product.md 4): the console shows what it may show beside a cloud. */
  readonly connected: boolean;
  /** The cloud decides what the switch is set to, connected or not, until somebody takes local control. */
  readonly owns: boolean;
}

/** State of the switch's relation to its cloud, maintained by the Cloud Settings feature. */
export const cloudBond = slot<CloudBond>('cloudBond', { connected: false, owns: false });

/** The menus whose pages the cloud takes over, but for those that stay. */
const settings = /^\/(?:System|Network|QoS|PoE|Security)\//;

/** The ways by which somebody at the switch asks; the cloud's own and the device's are none. */
const local: ReadonlySet<Caller['access']> = new Set(['web', 'snmp', 'commandLine', 'autoConfiguration', 'token']);

/** The ways in that have a user who logged in at the switch. */
const byLogin: ReadonlySet<Caller['access']> = new Set(['web', 'commandLine']);

/**
 * Throws a `Refusal` (17) where somebody at the switch would change what the cloud decides: hidden menus protect nothing
 * (docs/specification/cloud.md 3). A user who is logged in may take access away all the same: a token that leaked does not
 * wait for a cloud that cannot be reached.
 */
export function refuseWhereCloudOwns(slots: SlotReader, requests: readonly Request[], caller: Caller): void {
  if (!slots.get(cloudBond).owns || !local.has(caller.access)) return;
  const owned = requests.find((request) => isCloudOwned(request.object) && !onlyWithdraws(request, caller));
  if (!owned) return;
  const message = say('The cloud manages this setting. Take local control on Cloud Settings to change it here.');
  throw new Refusal(ErrorCode.notWritable, message, placeIn(owned.object, owned.values));
}

function isCloudOwned({ page = '' }: ObjectDeclaration): boolean {
  return settings.test(page) && !isCloudCapable(page);
}

function onlyWithdraws({ object: { withdrawsAccess = [] }, values }: Request, caller: Caller): boolean {
  const columns = Object.keys(values);
  return (
    byLogin.has(caller.access) &&
    caller.session !== undefined &&
    columns.length > 0 &&
    columns.every((column) => withdrawsAccess.includes(column))
  );
}
