import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Message, say } from '../../../model/values/message.ts';
import { afterSaid, isStanding, type Standing, troubles } from './standing-alarms.ts';

const root = join(import.meta.dirname, '../../..');

const fault = (port: number) => say('PoE fault on port {{port}}: {{fault}}.', { port, fault: say('Overload') });
const over = (port: number) => say('PoE fault on port {{port}} has ended.', { port });

const marksAfter = (...said: readonly Message[]) => [
  ...said.reduce<Standing>((soFar, each) => afterSaid(soFar, each), new Map()).keys(),
];

describe('what stands', () => {
  it('begins and is over for each port by itself, and is no other by other words', () => {
    expect(marksAfter(fault(3), fault(4), fault(3), over(3), over(9))).toEqual(['power 0 4']);
    const closed = (vlan: number) =>
      say('Port {{port}}: {{loop}}, {{what}} is blocked {{until}}.', {
        port: 1,
        what: say('VLAN {{vlan}}', { vlan }),
        loop: 'x',
        until: 'y',
      });
    expect(marksAfter(closed(1), closed(2))).toHaveLength(2);
    const opened = say('Port {{port}}: {{what}} is open again, {{why}}.', {
      port: 1,
      what: say('VLAN {{vlan}}', { vlan: 2 }),
      why: 'z',
    });
    expect(marksAfter(closed(1), closed(2), opened)).toEqual(['loop 2 1 VLAN 1']);
  });

  it('is bounded, and nothing else of the log', () => {
    expect(marksAfter(...Array.from({ length: 80 }, (_, port) => fault(port)))).toHaveLength(50);
    expect([isStanding(fault(1)), isStanding(over(1)), isStanding(say('Hello.'))]).toEqual([true, true, false]);
    expect(marksAfter(say('Hello.'))).toEqual([]);
  });

  it('is said with texts that the switch says', () => {
    const known = new Set(
      ['features', 'console'].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('/de.json'))
          .flatMap((file) => Object.keys(JSON.parse(readFileSync(join(root, folder, file), 'utf8')))),
      ),
    );
    const texts = troubles.flatMap(({ begins, ends }) => [...begins, ends]);
    expect(texts.filter((text) => !known.has(text))).toEqual([]);
  });
});
