import type { DeviceContext } from '../../device/feature.ts';
import { type Caller, theDevice } from '../../device/management.ts';
import { type Message, say } from '../../model/values/message.ts';
import { newCounters } from '../../protocols/snmp/agent.ts';
import type { Arcs } from '../../protocols/snmp/ber.ts';
import { arcsOf } from '../../protocols/snmp/oid-order.ts';
import type { SnmpValue } from '../../protocols/snmp/pdu.ts';
import type { Variables } from '../../protocols/snmp/responder.ts';
import { servedColumns } from './snmp/served-columns.ts';
import { agentFigures } from './snmp/slots.ts';
import { standardObjects } from './snmp/standard-objects.ts';
import { DeviceVariables } from './snmp/variables.ts';

/** A number that a variable holds, and what it goes round at where it is a counter. */
export interface IntegerRead {
  readonly value: bigint;
  readonly modulus: bigint | undefined;
}

/** Milliseconds in which what is read is read once. */
const TOGETHER = 20;

/** The variables of this switch that are numbers, as managers see them, for what watches them on the switch itself. */
export class IntegerVariables {
  readonly #context: DeviceContext;
  readonly #variables: DeviceVariables;
  readonly #caller: Caller = theDevice;
  #moment: { readonly at: number; readonly variables: Variables } | undefined;

  constructor(context: DeviceContext) {
    this.#context = context;
    const none = { counters: newCounters(), lastChange: () => 0 };
    const standard = standardObjects(context.slots.get(agentFigures) ?? none);
    const objects = [...new Set([...context.objects, ...standard.map(({ object }) => object)])];
    this.#variables = new DeviceVariables(context, servedColumns(objects), standard);
  }

  /** Value of a variable; `wrong` if there is none of this name, or if it is no number. */
  async read(name: Arcs): Promise<IntegerRead | { readonly wrong: 'absent' | 'noNumber' }> {
    const now = this.#context.clock.now();
    if (!this.#moment || now - this.#moment.at >= TOGETHER) {
      this.#moment = { at: now, variables: this.#variables.for(this.#caller) };
    }
    return integerOf(await this.#moment.variables.get(name));
  }
}

function integerOf(held: SnmpValue): IntegerRead | { readonly wrong: 'absent' | 'noNumber' } {
  switch (held.type) {
    case 'Integer32':
    case 'Unsigned32':
    case 'TimeTicks':
      return { value: BigInt(held.value), modulus: undefined };
    case 'Counter32':
      return { value: BigInt(held.value), modulus: 2n ** 32n };
    case 'Counter64':
      return { value: held.value, modulus: 2n ** 64n };
    case 'noSuchObject':
    case 'noSuchInstance':
      return { wrong: 'absent' };
    default:
      return { wrong: 'noNumber' };
  }
}

/** Why a variable cannot be watched, in one sentence; undefined where it can. */
export async function refusalOf(context: DeviceContext, variable: string): Promise<Message | undefined> {
  const read = await new IntegerVariables(context).read(arcsOf(variable));
  if (!('wrong' in read)) return undefined;
  return read.wrong === 'absent'
    ? say('This switch has no variable {{variable}}.', { variable })
    : say('Variable {{variable}} is not a number.', { variable });
}
