import { hasPort } from '../../model/values/port-list.ts';
import { macNumberAt, macToNumber } from '../../protocols/frames/addresses.ts';
import { type Protocol, prefixOf, protocolOf } from '../classify.ts';
import type { ClassifierPlan } from '../plan.ts';
import type { SwitchPort } from './switch-port.ts';

type Of<Rank extends ClassifierPlan['rank']> = Extract<ClassifierPlan, { readonly rank: Rank }>;

/** The classifiers of a plan, found by what a frame has. */
export class ClassifierTable {
  /** By source address. */
  readonly #stations = new Map<number, ClassifierPlan>();
  /** By the first three octets of the source address. */
  readonly #voice = new Map<number, Of<'voice'>[]>();
  /** By source address. */
  readonly #surveillance = new Map<number, Of<'surveillance'>[]>();
  readonly #protocols = new Map<string, Of<'protocol'>[]>();

  configure(classifiers: ReadonlyMap<string, ClassifierPlan>): void {
    this.#stations.clear();
    this.#voice.clear();
    this.#surveillance.clear();
    this.#protocols.clear();
    for (const one of classifiers.values()) {
      if (one.rank === 'station') this.#stations.set(macToNumber(one.source), one);
      else if (one.rank === 'voice') add(this.#voice, prefixOf(macToNumber(one.prefix)), one);
      else if (one.rank === 'surveillance') add(this.#surveillance, macToNumber(one.source), one);
      else add(this.#protocols, protocolKey(one), one);
    }
  }

  /** The classifier of a frame without a VLAN that came in at the bridge port of `representative`; undefined where none fits. */
  find(representative: SwitchPort, frame: Uint8Array): ClassifierPlan | undefined {
    const { number } = representative;
    if (this.#stations.size > 0 || this.#voice.size > 0 || this.#surveillance.size > 0) {
      const source = macNumberAt(frame, 6);
      const found =
        this.#stations.get(source) ??
        atPort(this.#voice.get(prefixOf(source)), number) ??
        atPort(this.#surveillance.get(source), number);
      if (found) return found;
    }
    if (this.#protocols.size === 0) return undefined;
    const protocol = protocolOf(frame);
    return protocol && atPort(this.#protocols.get(protocolKey(protocol)), number);
  }
}

/** The first that holds at a port. */
function atPort<One extends { readonly ports: bigint }>(list: readonly One[] | undefined, port: number) {
  if (!list) return undefined;
  for (const one of list) if (hasPort(one.ports, port)) return one;
  return undefined;
}

function protocolKey({ frameType, value }: Protocol): string {
  return `${frameType} ${value}`;
}

function add<Key, One>(lists: Map<Key, One[]>, key: Key, one: One): void {
  const present = lists.get(key);
  if (present) present.push(one);
  else lists.set(key, [one]);
}
