import { expect, it } from 'vitest';
import { Configuration } from '../../model/configuration/configuration.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import { menu } from '../menu.ts';
import { PortModeValue, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { syslogCtrl, syslogServEntry } from '../system/system-log/objects.ts';
import type { Facts, PortSituation } from './facts.ts';
import { findAll } from './finding.ts';
import { rules } from './rules.ts';
import { facts, port } from './testing.ts';

/** What is found: severity, key, what, and the labels of its actions. */
function found(change: Partial<Facts>): readonly string[] {
  return findAll(rules, facts(change)).map(({ severity, key, what }) => `${severity} ${key}: ${wordsOf(what)}`);
}

const atPort = (...changes: Partial<PortSituation>[]): Partial<Facts> => ({ ports: changes.map(port) });
const { empty } = Configuration;
const forced = empty.withRow(portCtrlEntry, { ifIndex: 1, portMode: PortModeValue['100H'] });
const server = (state: 1 | 2) =>
  empty.withRow(syslogServEntry, {
    ...{ syslogServIndex: 1, syslogServAddrType: 1, syslogServAddr: '192.0.2.7', syslogServState: state },
  });
const half = { duplex: 'half', speed: 100, fastestSeen: 100 } as const;
const slow = { speed: 100, fastestSeen: 1000 } as const;

const cases: readonly [string, Partial<Facts>, readonly string[]][] = [
  ['nothing', {}, []],
  ['half duplex', atPort(half), ['warning half-duplex 1: Port 1 runs at half duplex.']],
  ['no half duplex of a link that is down', atPort({ ...half, isUp: false }), []],
  [
    'half duplex with damaged frames, once',
    atPort({ ...half, damaged: 25 }),
    ['critical half-duplex 1: Port 1 runs at half duplex: 25 CRC errors in 15 minutes.'],
  ],
  [
    'damaged frames, the worse finding first',
    atPort(half, { port: 2, damaged: 1 }),
    [
      'critical damaged-frames 2: Port 2 receives damaged frames: 1 CRC error in 15 minutes.',
      'warning half-duplex 1: Port 1 runs at half duplex.',
    ],
  ],
  ['a link that goes away now and then', atPort({ losses: 3 }), []],
  [
    'a link that flaps',
    atPort({ losses: 4 }),
    ['critical flapping 1: The link of port 1 went down 4 times in 15 minutes.'],
  ],
  ['a gigabit link that became slower', atPort(slow), ['warning slow-link 1: Port 1 runs at 100 Mbit/s only.']],
  ['a device that never was faster', atPort({ speed: 100, fastestSeen: 100 }), []],
  ['10 Mbit/s', atPort({ speed: 10, fastestSeen: 10 }), ['warning slow-link 1: Port 1 runs at 10 Mbit/s only.']],
  ['a port that is no faster', atPort({ ...slow, fastest: 100 }), []],
  ['fiber', atPort({ ...slow, isCopper: false }), []],
  ['a speed that somebody chose', { ...atPort(slow), configuration: forced }, []],
  [
    'a bad cable',
    atPort({ cableFault: { words: say('a wire is broken'), metres: 12 } }),
    ['warning damaged-cable 1: The cable of port 1 is damaged.'],
  ],
  [
    'log servers that get nothing',
    { configuration: server(1) },
    ['warning remote-syslog-off: No messages are sent to the log servers.'],
  ],
  ['log servers that are disabled', { configuration: server(2) }, []],
  ['log servers that get messages', { configuration: server(1).withGroup(syslogCtrl, { syslogState: 1 }) }, []],
];

it.each(cases)('finds %s', (_, change, findings) => {
  expect(found(change)).toEqual(findings);
});

/** Everything that the cases above find. */
const all = cases.flatMap(([, change]) => findAll(rules, facts(change)));

it('has a case for each rule', () => {
  const covered = new Set(all.map(({ rule }) => rule.name));
  expect(rules.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
});

it('gives each rule a name of its own, and leads to pages that there are', () => {
  const paths = new Set(menu.full.map(({ path }) => path));
  const linked = all.flatMap(({ actions }) => actions.flatMap((action) => ('to' in action ? [action.to] : [])));
  const shown = rules.flatMap(({ pages }) => pages);
  expect([...linked, ...shown].filter((path) => !paths.has(path))).toEqual([]);
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});

it('mends a half duplex link by the mode that the far end is likely to have', () => {
  const values = (change: Partial<Facts>) =>
    findAll(rules, facts(change)).flatMap(({ actions }) =>
      actions.flatMap((action) => ('calls' in action ? action.calls.map((call) => call.values.portMode) : [])),
    );
  expect(values(atPort(half))).toEqual([PortModeValue['100F']]);
  expect(values(atPort({ ...half, speed: 10, fastest: 100 }))).toEqual([PortModeValue['10F']]);
  expect(values({ ...atPort(half), configuration: forced })).toEqual([PortModeValue.auto]);
  expect(values({ ...atPort(half), hardware: { ...facts().hardware, lacking: new Set(['portMode']) } })).toEqual([]);
});
