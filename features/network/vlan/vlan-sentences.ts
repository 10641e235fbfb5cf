import type { ChangedPlace, ToldChange } from '../../../model/schema/telling.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { formatNumberRanges, formatPortList, portsOf } from '../../../model/values/port-list.ts';
import { membershipSteps, type Step } from './membership-steps.ts';

/** Which ports move, join and leave which VLANs, instead of the changed lists and PVIDs. */
export function tellMembership<C extends ChangedPlace>(changes: readonly C[]): ToldChange<C>[] {
  return together(membershipSteps(changes)).map(told);
}

/** Change of the same ports, by VLANs that it applies to. */
interface Sentence<C> extends Step<C> {
  readonly vlans: number[];
  readonly of: C[];
}

function together<C>(steps: readonly Step<C>[]): Sentence<C>[] {
  const sentences = new Map<string, Sentence<C>>();
  for (const step of steps) {
    // A port that moves from one VLAN moves to one.
    const key = [step.does, step.ports, ...(step.does === 'move' ? [step.former, step.vlan] : [])].join(' ');
    const sentence = sentences.get(key) ?? { ...step, vlans: [], of: [] };
    sentence.vlans.push(step.vlan);
    sentence.of.push(...step.of);
    sentences.set(key, sentence);
  }
  return [...sentences.values()];
}

/** The sentence of one port, and that of several. */
const words = {
  move: [
    (ports: string, vlan: Message, former: Message) =>
      say('Port {{ports}} moves from {{former}} to {{vlan}}, untagged', { ports, vlan, former }),
    (ports: string, vlan: Message, former: Message) =>
      say('Ports {{ports}} move from {{former}} to {{vlan}}, untagged', { ports, vlan, former }),
  ],
  leave: [
    (ports: string, vlan: Message) => say('Port {{ports}} leaves {{vlan}}', { ports, vlan }),
    (ports: string, vlan: Message) => say('Ports {{ports}} leave {{vlan}}', { ports, vlan }),
  ],
  joinUntagged: [
    (ports: string, vlan: Message) => say('Port {{ports}} joins {{vlan}}, untagged', { ports, vlan }),
    (ports: string, vlan: Message) => say('Ports {{ports}} join {{vlan}}, untagged', { ports, vlan }),
  ],
  joinTagged: [
    (ports: string, vlan: Message) => say('Port {{ports}} joins {{vlan}}, tagged', { ports, vlan }),
    (ports: string, vlan: Message) => say('Ports {{ports}} join {{vlan}}, tagged', { ports, vlan }),
  ],
  becomeUntagged: [
    (ports: string, vlan: Message) => say('Port {{ports}} becomes untagged in {{vlan}}', { ports, vlan }),
    (ports: string, vlan: Message) => say('Ports {{ports}} become untagged in {{vlan}}', { ports, vlan }),
  ],
  becomeTagged: [
    (ports: string, vlan: Message) => say('Port {{ports}} becomes tagged in {{vlan}}', { ports, vlan }),
    (ports: string, vlan: Message) => say('Ports {{ports}} become tagged in {{vlan}}', { ports, vlan }),
  ],
} as const;

function told<C extends ChangedPlace>({ does, ports, vlans, former, of }: Sentence<C>): ToldChange<C> {
  const [ofOne, ofSeveral] = words[does];
  const sentence = portsOf(ports).length === 1 ? ofOne : ofSeveral;
  const what = sentence(formatPortList(ports), vlansInWords(vlans), vlansInWords([former ?? 0]));
  return { what, of };
}

function vlansInWords(vlans: readonly number[]): Message {
  const list = formatNumberRanges([...vlans].sort((a, b) => a - b));
  return vlans.length === 1 ? say('VLAN {{vlan}}', { vlan: list }) : say('VLANs {{vlans}}', { vlans: list });
}
