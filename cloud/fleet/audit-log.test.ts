import { expect, it } from 'vitest';
import { Severity } from '../../device/log/log.ts';
import { say } from '../../model/values/message.ts';
import type { AuditEntry } from '../store/audit.ts';
import { auditLog } from './audit-log.ts';

const rita = { name: 'rita', tenant: 'rival', passwordHash: '', role: 'observer' } as const;

it('what is said of a user is in the trail of the tenant whose user it is, and of a stranger in that of the cloud', () => {
  const added: Partial<AuditEntry>[] = [];
  const store = { audit: { add: async (entry: Partial<AuditEntry>) => void added.push(entry) } };
  const users = { named: (name: string) => (name === 'rita' ? rita : undefined) };
  // Nothing else of the store is used.
  const log = auditLog(store as unknown as Parameters<typeof auditLog>[0], users, { now: () => 1000 });
  const said = (user: string) => say('{{user}} logged out from {{address}}.', { user, address: '192.0.2.1' });
  log.write(Severity.informational, said('rita'));
  log.write(Severity.warning, said('mallory'));
  log.write(Severity.notice, say('The cloud starts.'));
  expect(added).toMatchObject([
    { tenant: 'rival', user: 'rita', source: '192.0.2.1', at: 1000, severity: Severity.informational },
    { tenant: 'own', user: '', source: '192.0.2.1', severity: Severity.warning },
    { tenant: 'own', user: '', source: '', severity: Severity.notice },
  ]);
});
