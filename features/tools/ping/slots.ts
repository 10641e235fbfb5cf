import type { DeviceContext } from '../../../device/feature.ts';
import { slot } from '../../../device/slot.ts';
import { isHostIpv4, parseIpv4 } from '../../../model/values/ipv4.ts';
import { classOfIpv6, Ipv6Class } from '../../../model/values/ipv6.ts';
import { say } from '../../../model/values/message.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import { type PingOrder, PingTest } from './ping-test.ts';

/** Tests at the same time (docs/specification/system.md, "Ping"). */
export const AT_ONCE = 2;

/** Owners whose last test is remembered: sessions, and rows of SNMP managers. */
const REMEMBERED = 24;

/** The last test of each owner, the latest last. */
export const pingTests = slot<ReadonlyMap<string, PingTest>>('pingTests', new Map());

/** Whether as many tests of others are under way as there may be. */
export function isOccupied({ slots }: Pick<DeviceContext, 'slots'>, owner: string): boolean {
  const others = [...slots.get(pingTests)].filter(([key, test]) => key !== owner && !test.isOver);
  return others.length >= AT_ONCE;
}

/** Starts a test in the place of the owner's former one; it runs in parallel to calls. */
export function startTest(context: DeviceContext, owner: string, order: PingOrder): void {
  context.slots.get(pingTests).get(owner)?.stop();
  const { datapath, clock } = context;
  const test = new PingTest(order, { datapath, clock, resolve: (target) => addressOf(context, target) });
  context.slots.update(pingTests, (present) => {
    const kept = [...present].filter(([key]) => key !== owner).slice(1 - REMEMBERED);
    return new Map([...kept, [owner, test]]);
  });
  void test.run();
}

/** A name is resolved only to a possible host: no group, and not the switch's host itself. */
async function addressOf({ names }: DeviceContext, target: string): Promise<string> {
  const found = await names.resolve(target);
  const address = found.find((one) => {
    const ipv4 = parseIpv4(one);
    return ipv4 === undefined ? classOfIpv6(one) === Ipv6Class.global || one === target : isHostIpv4(ipv4);
  });
  if (address !== undefined) return address;
  throw new SpokenError(say('{{name}} has no host address.', { name: target }));
}
