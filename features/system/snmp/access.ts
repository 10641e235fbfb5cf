import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import type { Grant, Principal, SecurityModel } from '../../../protocols/snmp/agent.ts';
import type { AuthenticationProtocol } from '../../../protocols/snmp/keys.ts';
import { arcsOf } from '../../../protocols/snmp/oid-order.ts';
import type { PrivacyProtocol } from '../../../protocols/snmp/privacy.ts';
import type { UsmUser } from '../../../protocols/snmp/usm.ts';
import { emptyView, type View, type ViewFamily, viewOf } from '../../../protocols/snmp/vacm.ts';
import { snmpCommunityEntry } from './community-objects.ts';
import { vacmAccessEntry } from './group-objects.ts';
import { AuthProtocol, PrivProtocol, usmUserEntry } from './user-objects.ts';
import { ViewType, vacmViewTreeFamilyEntry } from './view-objects.ts';

type Access = RowOf<typeof vacmAccessEntry>;

/** Access rights by configuration: rebuilt when that changes. */
export class AccessTables {
  readonly #configuration: Configuration;
  readonly #views: ReadonlyMap<string, View>;
  readonly #users: ReadonlyMap<string, { readonly user: UsmUser; readonly group: string }>;

  /** @param engineId this switch's own, in hexadecimal digits: users of other keys are none. */
  constructor(configuration: Configuration, engineId: string) {
    this.#configuration = configuration;
    this.#views = viewsIn(configuration);
    this.#users = new Map(
      configuration
        .rows(usmUserEntry)
        .filter((row) => row.usmUserEngineID === '' && row.usmUserKeyEngineID === engineId)
        .map((row) => [row.usmUserName, { user: usmUserOf(row), group: row.vacmGroupName }]),
    );
  }

  user(name: string): UsmUser | undefined {
    return this.#users.get(name)?.user;
  }

  groupOfUser(name: string): string | undefined {
    return this.#users.get(name)?.group;
  }

  /** The group of a community for requests from this address; a row for that address goes before one for any. */
  groupOfCommunity(model: SecurityModel, community: string, source: string): string | undefined {
    // A row without a string does not accept requests with an empty one.
    if (community === '') return undefined;
    const rows = this.#configuration.rows(snmpCommunityEntry).filter((row) => row.snmpCommunityName === community);
    const row =
      rows.find((one) => one.snmpCommunityTransportTag === source) ??
      rows.find((one) => one.snmpCommunityTransportTag === '');
    const group = row?.snmpCommunitySecurityName;
    return group !== undefined && this.#entries(group, model).length > 0 ? group : undefined;
  }

  /** Rights of a group: by the entry of the highest level that is not above the request's (RFC 3415 3.2, 4). */
  grant({ group, model, level }: Pick<Principal, 'group' | 'model' | 'level'>): Grant | undefined {
    const entry = this.#entry(group, model, level);
    if (!entry) return undefined;
    return { read: this.#view(entry.vacmAccessReadViewName), write: this.#view(entry.vacmAccessWriteViewName) };
  }

  /** Notify rights of a group. */
  notifyView({ group, model, level }: Pick<Principal, 'group' | 'model' | 'level'>): View {
    const entry = this.#entry(group, model, level);
    return entry ? this.#view(entry.vacmAccessNotifyViewName) : emptyView;
  }

  #entry(group: string, model: SecurityModel, level: number): Access | undefined {
    return this.#entries(group, model)
      .filter((row) => row.vacmAccessSecurityLevel <= level)
      .sort((a, b) => b.vacmAccessSecurityLevel - a.vacmAccessSecurityLevel)[0];
  }

  #entries(group: string, model: SecurityModel): readonly Access[] {
    return this.#configuration
      .rows(vacmAccessEntry)
      .filter((row) => row.vacmGroupName === group && row.vacmAccessSecurityModel === model);
  }

  #view(name: string): View {
    return this.#views.get(name) ?? emptyView;
  }
}

function viewsIn(configuration: Configuration): ReadonlyMap<string, View> {
  const families = new Map<string, ViewFamily[]>();
  for (const row of configuration.rows(vacmViewTreeFamilyEntry)) {
    const family = {
      subtree: arcsOf(row.vacmViewTreeFamilySubtree),
      mask: Buffer.from(row.vacmViewTreeFamilyMask, 'hex'),
      isIncluded: row.vacmViewTreeFamilyType === ViewType.included,
    };
    const name = row.vacmViewTreeFamilyViewName;
    families.set(name, [...(families.get(name) ?? []), family]);
  }
  return new Map([...families].map(([name, of]) => [name, viewOf(of)]));
}

const authProtocols: Readonly<Record<number, AuthenticationProtocol>> = {
  [AuthProtocol.md5]: 'md5',
  [AuthProtocol.sha1]: 'sha1',
  [AuthProtocol.sha256]: 'sha256',
};

const privProtocols: Readonly<Record<number, PrivacyProtocol>> = {
  [PrivProtocol.des]: 'des',
  [PrivProtocol.aes128]: 'aes128',
};

/** A user's row as the security model knows it. */
export function usmUserOf(row: RowOf<typeof usmUserEntry>): UsmUser {
  const auth = authProtocols[row.usmUserAuthProtocol];
  const priv = privProtocols[row.usmUserPrivProtocol];
  return {
    name: row.usmUserName,
    ...(auth && { authentication: { protocol: auth, key: Buffer.from(row.usmUserAuthKey, 'hex') } }),
    ...(auth && priv && { privacy: { protocol: priv, key: Buffer.from(row.usmUserPrivKey, 'hex') } }),
  };
}
