import { test } from 'vitest';
import { waitingChange } from '../../device/configuration/waiting-change.ts';
import type { Keepable } from '../../device/flash/keeper.ts';
import { keptBegunSave } from '../../device/history/begun-save.ts';
import { keptTokens } from '../../device/sessions/api-tokens.ts';
import { keptSources } from '../../device/sessions/known-browsers.ts';
import { keptIntentions } from '../../features/attention/intentions.ts';
import { keptBindings } from '../../features/security/dhcp-snooping/kept-bindings.ts';
import { keptIdentity } from '../../features/system/cloud-settings/kept-identity.ts';
import { keptConfigurations, keptRevisions } from '../../features/system/cloud-settings/kept-revisions.ts';
import { keptEngine } from '../../features/system/snmp/kept-engine.ts';
import { keptHostKeys } from '../../features/system/ssh/host-keys.ts';
import { keptCertificate } from '../../features/system/ssl/kept-certificate.ts';
import { keptLog } from '../../features/system/system-log/kept-log.ts';
import { BOOTS_MAXIMUM } from '../../protocols/snmp/usm.ts';
import { Recording } from '../../tests/recording.ts';

/** What is kept on flash, each with a content as it was written. */
const kept: readonly (readonly [Keepable<unknown>, object])[] = [
  [keptIntentions, [{ key: 'k', circumstance: 'c', user: 'u', time: 5 }]],
  [keptBindings, [{ vlan: 10, mac: '02-00-00-00-00-01', address: '192.0.2.7', port: 3, leaseTime: 60, ends: 9 }]],
  [keptIdentity, { own: { certificate: 'c', key: 'k' }, issued: { certificate: 'i', authority: 'a' }, owned: true }],
  [keptRevisions, { present: 3, safe: 2, highest: 4, bad: [1], trying: { id: 't', revision: 4 }, isOnProbation: true }],
  [keptConfigurations, { wanted: { objects: {} }, safe: { objects: {} } }],
  [keptEngine, { engineId: '80', boots: 7 }],
  [keptHostKeys, [{ type: 1, bits: 256, created: 5, fingerprint: 'f', privateKey: 'p' }]],
  [keptCertificate, { pair: { certificate: 'c', key: 'k' }, request: { key: 'r', text: 't' } }],
  [keptLog, [[4, 99, { text: 'Said.' }]]],
  [keptBegunSave, { last: 4, former: 2, user: 'u', savedAt: 9, upTo: 4, count: 1 }],
  [
    keptTokens,
    [
      {
        ...{ number: 1, name: 'n', scope: 'read', section: '', expires: 9, creator: 'c', hash: 'h', created: 1 },
        ...{ lastUse: 2, lastAddress: '192.0.2.7' },
      },
    ],
  ],
  [keptSources, ['a', 'b']],
  [
    waitingChange,
    {
      ...{ user: 'u', deadline: 9, reason: { text: 'Why.' }, former: { objects: {} }, next: { objects: {} } },
      proof: {
        ...{ station: { clientMac: 'm', tagged: true }, remoteAddress: '192.0.2.7', awaitsLease: 5 },
        ...{ fromAnywhere: true, change: 'c' },
      },
    },
  ],
];

/** What a damaged or foreign file may have where something else belongs; `undefined` leaves it out. */
const wrong = [undefined, null, '', 'x', -1, 0.5, 2 ** 60, [], {}, true];

/** The ways to all values below a value, itself first. */
function waysIn(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [way, ...below.flatMap(([name, part]) => waysIn(part, [...way, name]))];
}

/** A copy with another value at that way. */
function changed(value: unknown, [name, ...others]: readonly string[], to: unknown): unknown {
  if (name === undefined) return to;
  const entries = Object.entries(Object(value)).flatMap(([key, part]) => {
    const next = key === name ? changed(part, others, to) : part;
    return next === undefined ? [] : [[key, next] as const];
  });
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}

test('what is kept on flash is read as recorded, however it was damaged', async () => {
  const recording = new Recording(0);
  for (const [{ name, version, read }, content] of kept) {
    const of = (json: unknown) => {
      try {
        return JSON.stringify(read(json, version)) ?? 'nothing';
      } catch (error) {
        return `throws ${error instanceof Error ? error.message : ''}`;
      }
    };
    const whole = of(content);
    const lines = waysIn(content).map((way) => {
      const outcomes = new Map<string, string[]>();
      for (const value of wrong) {
        const outcome = of(changed(content, way, value)).replace(whole, 'the same');
        outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), JSON.stringify(value) ?? 'left out']);
      }
      return `${way.join('.')}: ${[...outcomes].map(([outcome, values]) => `${values.join(' ')} → ${outcome}`).join('; ')}`;
    });
    recording.lines(name, [whole, ...lines]);
  }
  const boots = [BOOTS_MAXIMUM - 1, BOOTS_MAXIMUM, BOOTS_MAXIMUM + 1].map((count) =>
    keptEngine.read({ engineId: '80', boots: count }, 1),
  );
  recording.lines(
    'starts',
    boots.map((read) => JSON.stringify(read) ?? 'nothing'),
  );
  await recording.isAsIn('recorded-kept.txt');
});
