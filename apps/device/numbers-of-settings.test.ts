import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compilePlan } from '../../device/configuration/compile-plan.ts';
import { accountSource } from '../../device/sessions/account-source.ts';
import { wantedOf } from '../../features/capture/wanted.ts';
import { rateCtrlEntry, stormCtrlEntry } from '../../features/network/bandwidth-control/objects.ts';
import { settingsOf as gvrpOf } from '../../features/network/gvrp/device-settings.ts';
import { dot1dPortGarpEntry, gvrpGlobal } from '../../features/network/gvrp/objects.ts';
import { snoopedIgmp } from '../../features/network/igmp-snooping/device-snooped.ts';
import { igsCtrl } from '../../features/network/igmp-snooping/objects.ts';
import { settingsOf as lldpOf } from '../../features/network/lldp/device-settings.ts';
import { lldpConfiguration } from '../../features/network/lldp/objects.ts';
import { settingsOf as loopDetectionOf } from '../../features/network/loopback-detection/device-settings.ts';
import { sysLBD } from '../../features/network/loopback-detection/objects.ts';
import { snoopedMld } from '../../features/network/mld-snooping/device-snooped.ts';
import { mldsCtrl } from '../../features/network/mld-snooping/objects.ts';
import { settingsOf as spanningTreeOf } from '../../features/network/spanning-tree/device-settings.ts';
import { stpTcProtect } from '../../features/network/spanning-tree/mst-objects.ts';
import { dot1dStp } from '../../features/network/spanning-tree/objects.ts';
import { dot1dTp, dot1qPortVlanEntry } from '../../features/network/vlan/objects.ts';
import { pdAliveEntry } from '../../features/poe/pd-alive/objects.ts';
import { settingsOf as vigilOf } from '../../features/poe/pd-alive/vigil-settings.ts';
import { LimitType, poePortExtEntry, poeSystemConfig } from '../../features/poe/power-over-ethernet/objects.ts';
import { planOfRule } from '../../features/security/acl/conditions.ts';
import { aclProfileEntry } from '../../features/security/acl/profile-objects.ts';
import { aclRuleEntry } from '../../features/security/acl/rule-objects.ts';
import { settingsOf as arpInspectionOf } from '../../features/security/arp-inspection/device-settings.ts';
import { arpInspLogConfig, arpInspPortEntry } from '../../features/security/arp-inspection/objects.ts';
import { settingsOf as dhcpSnoopingOf } from '../../features/security/dhcp-snooping/device-settings.ts';
import { dhcpSnoopingPortEntry } from '../../features/security/dhcp-snooping/objects.ts';
import { dot1xAuthConfigEntry, dot1xPaeSystem } from '../../features/security/port-access-control/objects.ts';
import { settingsOf as authenticatorOf } from '../../features/security/port-access-control/settings.ts';
import { portSecGlobal, portSecPortEntry } from '../../features/security/port-security/objects.ts';
import { settingsOf as portSecurityOf } from '../../features/security/port-security/settings.ts';
import { radiusServerEntry } from '../../features/security/radius/objects.ts';
import { serverOf as radiusServerOf } from '../../features/security/radius/running-client.ts';
import { tacacsServerEntry } from '../../features/security/tacacs/objects.ts';
import { serverOf as tacacsServerOf } from '../../features/security/tacacs/running-login.ts';
import { ipArpCtrl, ipArpIfEntry } from '../../features/system/l3-feature/arp-objects.ts';
import { ipv6InterfaceEntry } from '../../features/system/l3-feature/ipv6/interface-objects.ts';
import { sshCtrl } from '../../features/system/ssh/objects.ts';
import { timesOf } from '../../features/system/ssh/times.ts';
import { sysUserInterface } from '../../features/system/timeout/objects.ts';
import { pingWatchdogEntry, WatchdogAction } from '../../features/tools/ping-watchdog/objects.ts';
import { settingsOf as watchOf } from '../../features/tools/ping-watchdog/watch-settings.ts';
import { Configuration, configuredDefaults } from '../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import type { Hardware, HardwarePort } from '../../model/hardware/hardware.ts';
import type { Fields } from '../../model/schema/field.ts';
import { Status, TruthValue } from '../../model/schema/kinds/enumeration.ts';
import type { GroupObject, GroupValues, RowOf, TableObject } from '../../model/schema/object.ts';
import { VLAN_INTERFACE_BASE } from '../../model/values/interface-index.ts';
import { portBit } from '../../model/values/port-list.ts';
import { secondsOf } from '../../model/values/quantities.ts';
import { features } from './features.ts';

// Numbers that differ in each test, and are prime: a factor too many or too few, and two that were swapped, show.

const hardware: Hardware = {
  modelName: 'TPE-1021WS',
  portCount: 10,
  baseMacAddress: '02-00-00-00-00-01',
  ports: new Map(
    Array.from({ length: 10 }, (_, at): [number, HardwarePort] => [
      at + 1,
      { number: at + 1, media: 'copper', speeds: [10, 100, 1000], pse: true },
    ]),
  ),
  maxVlanId: 4094,
  maxVlans: 256,
  mirrorSessions: 2,
  lacking: new Set(),
  powerBudget: 65_000,
};
const slots = { get: <T>({ empty }: { readonly empty: T }) => empty };
const factory = factoryConfiguration(
  features.flatMap((feature) => feature.objects),
  hardware,
);
const contributions = features.flatMap((feature) => feature.contributions ?? []);
const planOf = (configuration: Configuration) => compilePlan(contributions, { configuration, hardware, slots }).whole;

/** A row of a table with its defaults, but for these columns. */
function rowOf<T extends TableObject>(table: T, columns: Partial<RowOf<T>>): RowOf<T> {
  return { ...configuredDefaults(table), ...columns } as RowOf<T>;
}

/** The values of a group with its defaults, but for these. */
function groupOf<G extends GroupObject>(group: G, values: Partial<GroupValues<G>>): GroupValues<G> {
  return Configuration.empty.withGroup(group, values).group(group);
}

describe('the numbers that are set reach, each in the unit of the engine,', () => {
  test('PD Alive', () => {
    const times = { pdAliveInterval: 13, pdAliveRetryCount: 5, pdAliveOffTime: 7, pdAliveUpTime: 31 };
    expect(vigilOf(rowOf(pdAliveEntry, times))).toMatchObject({
      ...{ interval: 13_000, retryCount: 5, offTime: 7000, upTime: 31_000 },
    });
  });

  test('the ping watchdog', () => {
    const row = rowOf(pingWatchdogEntry, {
      ...{ pingWatchdogInterval: 13, pingWatchdogFailCount: 5, pingWatchdogStartDelay: 31 },
      ...{ pingWatchdogOffTime: 17, pingWatchdogMaxActions: 7, pingWatchdogAction: WatchdogAction.linkCycle },
    });
    expect(watchOf(row)).toEqual({ interval: 13_000, retries: 5, startDelay: 31_000, offTime: 17_000, mostActions: 7 });
  });

  test('the authenticator of IEEE 802.1X', () => {
    const row = rowOf(dot1xAuthConfigEntry, {
      ...{ dot1xPaePortNumber: 3, dot1xAuthTxPeriod: 11, dot1xAuthQuietPeriod: 13, dot1xAuthSuppTimeout: 17 },
      ...{ dot1xAuthServerTimeout: 19, dot1xAuthMaxReq: 7, dot1xAuthReAuthPeriod: 23 },
      dot1xAuthReAuthEnabled: TruthValue.yes,
    });
    const set = factory
      .withGroup(dot1xPaeSystem, { dot1xPaeSystemAuthControl: Status.enabled })
      .withRow(dot1xAuthConfigEntry, row);
    expect(authenticatorOf(set).get(3)).toMatchObject({
      ...{ txPeriod: 11_000, quietPeriod: 13_000, supplicantTimeout: 17_000, serverTimeout: 19_000 },
      ...{ maxRequests: 7, reauthPeriod: 23_000 },
    });
  });

  test('LLDP', () => {
    const set = Configuration.empty.withGroup(lldpConfiguration, {
      ...{ lldpMessageTxInterval: 41, lldpMessageTxHoldMultiplier: 3, lldpReinitDelay: 5, lldpTxDelay: 7 },
      lldpXMedFastStartRepeatCount: 2,
    });
    expect(lldpOf(set, '', new Map(), new Map())).toMatchObject({
      ...{ transmitInterval: 41_000, holdMultiplier: 3, reinitDelay: 5000, transmitDelay: 7000, fastStart: 2 },
    });
  });

  test('loop detection', () => {
    const set = factory.withGroup(sysLBD, { sysLBDInterval: 7, sysLBDRecoverTime: 61 });
    expect(loopDetectionOf(set, '')).toMatchObject({ interval: 7000, recoverTime: 61_000 });
    const forGood = factory.withGroup(sysLBD, { sysLBDRecoverTime: 0 });
    expect(loopDetectionOf(forGood, '').recoverTime).toBe(Number.POSITIVE_INFINITY);
  });

  test('spanning tree', () => {
    const set = factory
      .withGroup(dot1dStp, {
        ...{ stpGlobalStatus: Status.enabled, dot1dStpBridgeMaxAge: 37, dot1dStpBridgeHelloTime: 2 },
        ...{ dot1dStpBridgeForwardDelay: 29, dot1dStpTxHoldCount: 5, ieee8021MstpCistMaxHops: 31 },
      })
      .withGroup(stpTcProtect, {
        ...{ stpTcProtectStatus: Status.enabled, stpTcProtectThreshold: 17, stpTcProtectCycle: 11 },
      });
    expect(spanningTreeOf(set, hardware, new Map())).toMatchObject({
      ...{ maxAge: 37, helloTime: 2, forwardDelay: 29, transmitHoldCount: 5, maxHops: 31 },
      protection: { threshold: 17, cycle: 11 },
    });
  });

  test('GVRP', () => {
    const row = rowOf(dot1dPortGarpEntry, {
      ...{ dot1dBasePort: 3, dot1dPortGarpJoinTime: 110, dot1dPortGarpLeaveTime: 370, dot1dPortGarpLeaveAllTime: 5030 },
    });
    const set = factory
      .withGroup(gvrpGlobal, { dot1qGvrpStatus: Status.enabled })
      .withRow(dot1dPortGarpEntry, row)
      .withRow(dot1qPortVlanEntry, { dot1dBasePort: 3, dot1qPortGvrpStatus: Status.enabled });
    expect(gvrpOf(set, hardware, { up: portBit(3), discarding: 0n }).ports.get(3)).toMatchObject({
      ...{ joinTime: 110, leaveTime: 370, leaveAllTime: 5030 },
    });
  });

  const snooping = {
    ...{ hostTimeout: 131_000, routerTimeout: 127_000, queryInterval: 61_000, maxResponse: 11_000 },
    ...{ lastMemberInterval: 7000, robustness: 5 },
  };

  test('IGMP snooping', () => {
    const set = Configuration.empty.withGroup(igsCtrl, {
      ...{ igsHostPortPurgeInterval: 131, igsRouterPortPurgeInterval: 127, igsQueryInterval: 61 },
      ...{ igsQueryMaxResponseTime: 11, igsGrpQueryInterval: 7, igsRobustnessValue: 5 },
    });
    expect(snoopedIgmp.values(set)).toMatchObject(snooping);
  });

  test('MLD snooping', () => {
    const set = Configuration.empty.withGroup(mldsCtrl, {
      ...{ mldsHostPortPurgeInterval: 131, mldsRouterPortPurgeInterval: 127, mldsQueryInterval: 61 },
      ...{ mldsQueryMaxResponseTime: 11, mldsGrpQueryInterval: 7, mldsRobustnessValue: 5 },
    });
    expect(snoopedMld.values(set)).toMatchObject(snooping);
  });

  test('ARP inspection', () => {
    const set = factory
      .withGroup(arpInspLogConfig, { arpInspLogBuffer: 23, arpInspLogInterval: 7 })
      .withRow(arpInspPortEntry, { arpInspPort: 3, arpInspRate: 17, arpInspBurst: 5 });
    const { limits, ...settings } = arpInspectionOf(set, hardware);
    expect(settings).toMatchObject({ logSize: 23, logInterval: 7000 });
    expect(limits.get(3)).toEqual({ rate: 17, burst: 5 });
  });

  test('DHCP snooping', () => {
    const set = factory.withRow(dhcpSnoopingPortEntry, { dhcpSnoopingPort: 3, dhcpSnoopingPortRate: 17 });
    expect(dhcpSnoopingOf(set, hardware, new Map()).rates).toEqual(new Map([[3, 17]]));
  });

  test('port security', () => {
    const set = factory
      .withGroup(portSecGlobal, { portSecSysNoLimit: Status.disabled, portSecSysMaxAddr: 101 })
      .withRow(
        portSecPortEntry,
        rowOf(portSecPortEntry, {
          ...{ portSecPort: 3, portSecState: Status.enabled, portSecMaxAddr: 13, portSecAgingTime: 7 },
        }),
      );
    const { maximum, ports } = portSecurityOf(set, slots, '');
    expect([maximum, ports.get(3)]).toEqual([101, expect.objectContaining({ maximum: 13, ageing: 420_000 })]);
  });

  test('servers of RADIUS and TACACS+', () => {
    const radius = rowOf(radiusServerEntry, {
      radiusServerPriority: 2,
      radiusServerTimeout: 7,
      radiusServerRetransmit: 3,
    });
    expect(radiusServerOf(radius)).toMatchObject({ index: 2, timeout: 7000, retransmit: 3 });
    const tacacs = rowOf(tacacsServerEntry, { tacacsServerPort: 53, tacacsServerTimeout: 11 });
    expect(tacacsServerOf(tacacs)).toMatchObject({ port: 53, timeout: 11_000 });
  });

  test('SSH', () => {
    const set = groupOf(sshCtrl, { sshAuthTimeout: 31, sshPollInterval: 17, sshRekeyInterval: 601 });
    expect(timesOf(set)).toEqual({ graceTime: 31_000, keepaliveInterval: 17_000, rekeyInterval: 601_000 });
  });

  test('sessions', () => {
    const set = Configuration.empty.withGroup(sysUserInterface, { webIdleTimeout: 7, cliIdleTimeout: 11 });
    const account = accountSource([sysUserInterface]);
    expect([account.idleTimeout(set), account.lineIdleTimeout(set)]).toEqual([420_000, 660_000]);
  });

  test('a capture', () => {
    const asked = { captureRate: 11, captureOctets: 131, captureSize: 17, captureTime: 13 };
    expect(wantedOf(asked)).toMatchObject({ plan: { rate: 11 }, octets: 131, size: 17_000, time: 13_000 });
  });

  test('a rule of an access list', () => {
    const profile = rowOf(aclProfileEntry, { aclProfileId: 1 });
    const rule = rowOf(aclRuleEntry, {
      ...{ aclProfileId: 1, aclRuleId: 1, aclRuleRateLimit: 11, aclRuleReplacePriority: 5, aclRuleReplaceDscp: 37 },
    });
    expect(planOfRule(profile, rule, portBit(3), undefined)).toMatchObject({
      rateKilobits: 704,
      priority: 5,
      dscp: 37,
    });
    const other = rowOf(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, aclRuleReplaceTos: 3 });
    expect(planOfRule(profile, other, portBit(3), undefined)).toMatchObject({ precedence: 3 });
  });

  test('the forwarding plan', () => {
    const index = VLAN_INTERFACE_BASE + 1;
    const plan = planOf(
      factory
        .withGroup(dot1dTp, { dot1dTpAgingTime: 307 })
        .withRow(stormCtrlEntry, {
          ...{ ifIndex: 3, stormCtrlThreshold: 7, stormCtrlBroadcast: Status.enabled },
        })
        .withRow(rateCtrlEntry, {
          ...{ rateCtrlIndex: 3, rateCtrlIngressStatus: Status.enabled, rateCtrlEgressStatus: Status.enabled },
          ...{ rateCtrlIngressRate: 11, rateCtrlEgressRate: 13 },
        })
        .withGroup(poeSystemConfig, { poePowerThreshold: 50_021 })
        .withRow(poePortExtEntry, {
          ...{ pethPsePortIndex: 3, poePortPowerLimitType: LimitType.userDefined, poePortPowerLimit: 5003 },
        })
        .withGroup(ipArpCtrl, { ipArpAgingTime: 7 })
        .withRow(ipv6InterfaceEntry, { ipv6InterfaceIfIndex: index, ipIfVlanId: 1, ipv6NsRetransmitTime: 17 }),
    );
    expect(plan.learning.ageingTime).toBe(307);
    expect(plan.rates.get(3)).toMatchObject({ broadcasts: 448, ingressKilobits: 704, egressKilobits: 832 });
    expect(plan.powerSupply.threshold).toBe(50_021);
    expect(plan.power.get(3)?.limit).toBe(5003);
    expect(plan.arpAgeing.get(1)).toBe(420);
    expect(plan.interfaces.get(1)?.retransmitTime).toBe(17_000);
    const own = planOf(factory.withRow(ipArpIfEntry, { ifIndex: index, ipArpIfAgingTime: 11 }));
    expect(own.arpAgeing.get(1)).toBe(660);
  });
});

/** Names of the times that can be set. */
const times = features
  .flatMap(({ objects }) => objects)
  .flatMap(({ fields }) => Object.entries(fields as Fields))
  .filter(([, { access, unit }]) => access !== 'ro' && secondsOf(unit) !== undefined)
  .map(([name]) => name);

test('no time that can be set is converted by hand', () => {
  const byHand = new RegExp(String.raw`\b(?:${times.join('|')})\b[^,;]* \* (?:[A-Z_]{2,}|[\d_]{2,})\b`);
  const found = ['features', 'device'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) =>
        readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .flatMap((line) => (byHand.test(line) ? [`${name}: ${line.trim()}`] : [])),
      ),
  );
  expect(found).toEqual([]);
});
