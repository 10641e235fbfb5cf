import { fileURLToPath } from 'node:url';
import { Namespace } from '../tests/namespaces/namespace.ts';
import { posted } from './posted.ts';
import { type Ratio, ratioFigure } from './ratio.ts';
import type { Figure } from './table.ts';

const child = fileURLToPath(new URL('./snmp-walk-child.ts', import.meta.url));

/** Pairs of interfaces: as many interfaces as the measured agent has ports. */
const PAIRS = 26;

/**
 * Processor time that a variable costs in a walk of ifTable and ifXTable, beside Net-SNMP's agent. That one serves the interfaces of the
 * host: in a namespace there are as many as the agent has ports, whatever else the host has, so both answer requests of the same size.
 */
export async function walkBesideNetSnmp(): Promise<Figure[]> {
  if (process.getuid?.() !== 0) throw new Error('making interfaces needs root.');
  const namespace = await Namespace.create(`fpwalk-${process.pid}`);
  try {
    for (let pair = 0; pair < PAIRS; pair += 1)
      await namespace.ip('link', 'add', `near${pair}`, 'type', 'veth', 'peer', 'name', `far${pair}`);
    return [ratioFigure(await posted<Ratio>(namespace.fork(child)))];
  } finally {
    await namespace.remove();
  }
}
