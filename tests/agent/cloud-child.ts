import { setTimeout } from 'node:timers/promises';
import { startTestCloud } from './test-cloud.ts';

/** What a parent asks of the cloud; it is answered with the `id` and the `result`. */
export interface CloudOrder {
  readonly id: number;
  /** A switch that may be claimed; something to ask of the switch; or nothing, for what the switch reported last. */
  readonly claim?: string;
  readonly ask?: { readonly method: string; readonly params: object };
}

/** The tests' cloud at an address of its own namespace; a parent is told its port and fingerprint once it listens. */
const [address = ''] = process.argv.slice(2);
const cloud = await startTestCloud([address], address);

/** What the switch that is connected reported last; nothing while none is. */
const lastReport = () =>
  cloud.lines.size > 0 ? cloud.heard.findLast(({ what }) => what === 'connect' || what === 'state')?.body : undefined;

async function carryOut({ claim, ask }: CloudOrder): Promise<unknown> {
  if (claim !== undefined) cloud.claimed.add(claim);
  if (!ask) return lastReport();
  while (cloud.lines.size === 0) await setTimeout(100);
  return cloud.ask(ask.method, ask.params);
}

process.on('message', (order: CloudOrder) => {
  void carryOut(order).then((result) => process.send?.({ id: order.id, result }));
});

process.send?.({ port: cloud.port, fingerprint: cloud.fingerprint });
