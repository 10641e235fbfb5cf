import type { Configuration } from '../../model/configuration/configuration.ts';
import { millisecondsIn } from '../../model/schema/milliseconds.ts';
import type { GroupObject, ObjectDeclaration, TableObject } from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';

/** The administrator's account as the configuration holds it. */
export interface Account {
  readonly name: string;
  /** As `Passwords.hash` made it; "" before the first start has set the initial password. */
  readonly passwordHash: string;
}

/** Configuration read by the agent's own folders; the objects are declared by features. */
export interface AccountSource {
  /** The object that holds the account. */
  readonly accountBy: ObjectDeclaration | undefined;
  account(configuration: Configuration): Account;
  withPasswordHash(configuration: Configuration, hash: string): Configuration;
  /** Milliseconds without a call after which a session ends. */
  idleTimeout(configuration: Configuration): number;
  /** The same for a command line. */
  lineIdleTimeout(configuration: Configuration): number;
  /** Whether the first-run wizard was done or ignored. */
  wizardDone(configuration: Configuration): boolean;
  /** The objects that `systemName` and `domain` are read from. */
  readonly namedBy: readonly ObjectDeclaration[];
  /** The name that the switch was given; "" for none. */
  systemName(configuration: Configuration): string;
  /** The domain that the switch is in; "" for none. */
  domain(configuration: Configuration): string;
}

const text = (value: Value | undefined, otherwise: string) => (typeof value === 'string' ? value : otherwise);

/**
 * Finds the account, the timeout, the wizard's mark and the device's name by the names of their objects
 * (docs/specification/system.md, "Administration", "Timeout", "Wizard", "System Management" and "DNS"), so that no floor below the
 * features depends on one.
 */
export function accountSource(objects: readonly ObjectDeclaration[]): AccountSource {
  const byName = new Map(objects.map((object) => [object.name, object]));
  const tableNamed = (name: string): TableObject | undefined => {
    const object = byName.get(name);
    return object?.shape === 'table' ? object : undefined;
  };
  const groupNamed = (name: string): GroupObject | undefined => {
    const object = byName.get(name);
    return object?.shape === 'group' ? object : undefined;
  };
  const users = tableNamed('sysUserEntry');
  const timeout = groupNamed('sysUserInterface');
  const wizard = groupNamed('sysWizard');
  const system = groupNamed('system');
  const dns = groupNamed('dnsResolverCtrl');
  const first = (configuration: Configuration): Values | undefined => users && configuration.rows(users)[0];
  return {
    accountBy: users,
    account(configuration) {
      const row = first(configuration);
      return { name: text(row?.sysUserName, 'admin'), passwordHash: text(row?.sysUserPasswordHash, '') };
    },
    withPasswordHash(configuration, hash) {
      const row = first(configuration);
      return users && row ? configuration.withRow(users, { ...row, sysUserPasswordHash: hash }) : configuration;
    },
    idleTimeout(configuration) {
      return timeout ? millisecondsIn(timeout, configuration.group(timeout))('webIdleTimeout') : 600_000;
    },
    lineIdleTimeout(configuration) {
      return timeout ? millisecondsIn(timeout, configuration.group(timeout))('cliIdleTimeout') : 300_000;
    },
    wizardDone: (configuration) => wizard !== undefined && configuration.group(wizard).sysWizardDone === 1,
    namedBy: [system, dns].filter((object) => object !== undefined),
    systemName: (configuration) => text(system && configuration.group(system).sysName, ''),
    domain: (configuration) => text(dns && configuration.group(dns).dnsDomainName, ''),
  };
}
