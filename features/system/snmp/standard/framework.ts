import type { DeviceContext } from '../../../../device/feature.ts';
import { text } from '../../../../model/schema/kinds/text.ts';
import { millisecondsIn } from '../../../../model/schema/milliseconds.ts';
import { group, table } from '../../../../model/schema/object.ts';
import { type MibSyntax, octets, text as textSyntax } from '../../../../model/smi/syntax.ts';
import { parseIpv4 } from '../../../../model/values/ipv4.ts';
import { parseIpv6 } from '../../../../model/values/ipv6.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { snmpCommunityEntry } from '../community-objects.ts';
import { ownEngineId } from '../engine-id.ts';
import { vacmAccessEntry } from '../group-objects.ts';
import type { StandardObject } from '../standard-object.ts';
import { NotifyType, snmpTargetAddrEntry, TrapVersion } from '../trap-objects.ts';
import { AuthProtocol, PrivProtocol, usmUserEntry } from '../user-objects.ts';
import { vacmViewTreeFamilyEntry } from '../view-objects.ts';
import { beside } from './beside.ts';
import { digits, identifier, number, UNSEEN, words } from './columns.ts';

/** A name in an index, which the standard has only in the instance. */
const hiddenName = (column: number, syntax: MibSyntax = textSyntax) =>
  text({ label: UNSEEN, maxLength: 255, access: 'ro', mib: { column, syntax, isNotAccessible: true } });

/** StorageType nonVolatile, and RowStatus active (RFC 2579). */
const [NON_VOLATILE, ACTIVE] = [3, 1];

const targetAddr = table('targetAddr', {
  title: UNSEEN,
  oid: '1.3.6.1.6.3.12.1.2.1',
  mib: { isImplied: true },
  index: { name: hiddenName(1) },
  columns: {
    tDomain: identifier(2),
    tAddress: digits(3),
    timeout: number(4),
    retryCount: number(5),
    tagList: words(6),
    params: words(7),
    storageType: number(8),
    rowStatus: number(9),
  },
  rows: { max: 8 },
});

const targetParams = table('targetParams', {
  title: UNSEEN,
  oid: '1.3.6.1.6.3.12.1.3.1',
  mib: { isImplied: true },
  index: { name: hiddenName(1) },
  columns: {
    mpModel: number(2),
    securityModel: number(3),
    securityName: words(4),
    securityLevel: number(5),
    storageType: number(6),
    rowStatus: number(7),
  },
  rows: { max: 8 },
});

const notify = table('notify', {
  title: UNSEEN,
  oid: '1.3.6.1.6.3.13.1.1.1',
  mib: { isImplied: true },
  index: { name: hiddenName(1) },
  columns: { tag: words(2), type: number(3), storageType: number(4), rowStatus: number(5) },
  rows: { max: 2 },
});

const user = table('usmUser', {
  title: UNSEEN,
  oid: '1.3.6.1.6.3.15.1.2.2.1',
  index: { engineId: hiddenName(1, octets), name: hiddenName(2) },
  columns: {
    securityName: words(3),
    cloneFrom: identifier(4),
    authProtocol: identifier(5),
    privProtocol: identifier(8),
    publicText: words(11),
    storageType: number(12),
    rowStatus: number(13),
  },
  rows: { max: 8 },
});

const securityToGroup = table('securityToGroup', {
  title: UNSEEN,
  oid: '1.3.6.1.6.3.16.1.2.1',
  index: { securityModel: { ...number(1), mib: { column: 1, isNotAccessible: true } }, securityName: hiddenName(2) },
  columns: { groupName: words(3), storageType: number(4), rowStatus: number(5) },
  rows: { max: 24 },
});

const contexts = table('vacmContext', {
  title: UNSEEN,
  oid: '1.3.6.1.6.3.16.1.1.1',
  index: { contextName: words(1) },
  columns: {},
  rows: { max: 1 },
});

const spinLocks = group('spinLocks', {
  title: UNSEEN,
  oid: '1.3.6.1.6.3',
  fields: {
    snmpTargetSpinLock: number('1.3.6.1.6.3.12.1.1'),
    usmUserSpinLock: number('1.3.6.1.6.3.15.1.2.1'),
    vacmViewSpinLock: number('1.3.6.1.6.3.16.1.5.1'),
  },
});

/** snmpUDPDomain (RFC 3417), transportDomainUdpIpv6 (RFC 3419). */
const domains = { ipv4: '1.3.6.1.6.1.1', ipv6: '1.3.6.1.2.1.100.1.2' };

/** usmNoAuthProtocol and the others (RFC 3414, RFC 7860), by the numbers of the page. */
const authProtocols: Readonly<Record<number, string>> = {
  [AuthProtocol.none]: '1.3.6.1.6.3.10.1.1.1',
  [AuthProtocol.md5]: '1.3.6.1.6.3.10.1.1.2',
  [AuthProtocol.sha1]: '1.3.6.1.6.3.10.1.1.3',
  [AuthProtocol.sha256]: '1.3.6.1.6.3.10.1.1.5',
};

/** usmNoPrivProtocol and the others (RFC 3414, RFC 3826). */
const privProtocols: Readonly<Record<number, string>> = {
  [PrivProtocol.none]: '1.3.6.1.6.3.10.1.2.1',
  [PrivProtocol.des]: '1.3.6.1.6.3.10.1.2.2',
  [PrivProtocol.aes128]: '1.3.6.1.6.3.10.1.2.4',
};

const kept = { storageType: NON_VOLATILE, rowStatus: ACTIVE };

const tagOf = (type: number) => (type === NotifyType.inform ? 'informs' : 'traps');

function addressRows({ configuration }: DeviceContext): readonly Values[] {
  return configuration()
    .rows(snmpTargetAddrEntry)
    .map((row) => {
      const isIpv4 = parseIpv4(row.snmpTargetAddrTAddress) !== undefined;
      return {
        name: row.snmpTargetAddrName,
        tDomain: isIpv4 ? domains.ipv4 : domains.ipv6,
        tAddress: transportAddress(row.snmpTargetAddrTAddress, row.trapUdpPort),
        // In hundredths of a second.
        timeout: millisecondsIn(snmpTargetAddrEntry, row)('snmpTargetAddrTimeout') / 10,
        retryCount: row.snmpTargetAddrRetryCount,
        tagList: tagOf(row.snmpNotifyType),
        params: row.snmpTargetAddrName,
        ...kept,
      };
    });
}

/** The octets of an address and of a port behind it, in hexadecimal digits (RFC 3417 SnmpUDPAddress). */
function transportAddress(address: string, port: number): string {
  const ipv4 = parseIpv4(address);
  const digits = (value: number | bigint, length: number) => value.toString(16).padStart(length, '0');
  const host = ipv4 === undefined ? digits(parseIpv6(address) ?? 0n, 32) : digits(ipv4, 8);
  return `${host}${digits(port, 4)}`.toUpperCase();
}

/** The security model of a version: v1 1, v2c 2, USM 3. */
const modelOf = (version: number) => (version === TrapVersion.v1 ? 1 : version === TrapVersion.v2c ? 2 : 3);

function paramsRows({ configuration }: DeviceContext): readonly Values[] {
  return configuration()
    .rows(snmpTargetAddrEntry)
    .map((row) => ({
      name: row.snmpTargetAddrName,
      mpModel: row.snmpTargetParamsMPModel,
      securityModel: modelOf(row.snmpTargetParamsMPModel),
      securityName: row.snmpTargetParamsSecurityName,
      securityLevel: row.snmpTargetParamsMPModel === TrapVersion.v3 ? row.snmpTargetParamsSecurityLevel : 1,
      ...kept,
    }));
}

function notifyRows({ configuration }: DeviceContext): readonly Values[] {
  const types = new Set(
    configuration()
      .rows(snmpTargetAddrEntry)
      .map(({ snmpNotifyType }) => snmpNotifyType),
  );
  return [...types].map((type) => ({ name: tagOf(type), tag: tagOf(type), type, ...kept }));
}

function userRows({ configuration, hardware }: DeviceContext): readonly Values[] {
  return configuration()
    .rows(usmUserEntry)
    .map((row) => ({
      engineId: row.usmUserEngineID || ownEngineId(configuration(), hardware),
      name: row.usmUserName,
      securityName: row.usmUserName,
      cloneFrom: '0.0',
      publicText: '',
      authProtocol: authProtocols[row.usmUserAuthProtocol] ?? '0.0',
      privProtocol: privProtocols[row.usmUserPrivProtocol] ?? '0.0',
      ...kept,
    }));
}

/** Communities are identified here by their index, which is not a secret. */
function groupRows({ configuration }: DeviceContext): readonly Values[] {
  const communities = configuration()
    .rows(snmpCommunityEntry)
    .flatMap(({ snmpCommunityIndex: securityName, snmpCommunitySecurityName: groupName }) =>
      [1, 2].map((securityModel) => ({ securityModel, securityName, groupName, ...kept })),
    );
  const users = configuration()
    .rows(usmUserEntry)
    .filter(({ usmUserEngineID }) => usmUserEngineID === '')
    .map((row) => ({ securityModel: 3, securityName: row.usmUserName, groupName: row.vacmGroupName, ...kept }));
  return [...communities, ...users];
}

/**
 * Notification receivers and access rights, as in RFC 3413 to 3415: read-only; they are set by the pages' own objects.
 */
export const frameworkObjects: readonly StandardObject[] = [
  { object: targetAddr, rows: addressRows },
  { object: targetParams, rows: paramsRows },
  { object: notify, rows: notifyRows },
  { object: user, rows: userRows },
  { object: securityToGroup, rows: groupRows },
  // There is one context, without a name.
  { object: contexts, rows: () => [{ contextName: '' }] },
  beside('vacmAccessMore', vacmAccessEntry, { match: number(4), storageType: number(8) }, () => ({
    // There is one context prefix, the empty one: exact(1).
    match: 1,
    storageType: NON_VOLATILE,
  })),
  beside('vacmViewMore', vacmViewTreeFamilyEntry, { storageType: number(5) }, () => ({ storageType: NON_VOLATILE })),
  beside(
    'snmpCommunityMore',
    snmpCommunityEntry,
    { engineId: digits(4), contextName: words(5), storageType: number(7) },
    (_row, { configuration, hardware }) => ({
      engineId: ownEngineId(configuration(), hardware),
      contextName: '',
      storageType: NON_VOLATILE,
    }),
  ),
  { object: spinLocks, rows: () => [{ snmpTargetSpinLock: 0, usmUserSpinLock: 0, vacmViewSpinLock: 0 }] },
];
