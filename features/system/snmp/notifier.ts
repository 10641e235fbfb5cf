import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { Allowance, type Rate } from '../../../device/allowance.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { englishOf, Severity } from '../../../device/log/log.ts';
import { RebootCause } from '../../../device/power-control.ts';
import { columnOid } from '../../../model/mib/instance.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { hasPort, parsePortList } from '../../../model/values/port-list.ts';
import { SecurityModel } from '../../../protocols/snmp/agent.ts';
import { BerError } from '../../../protocols/snmp/ber.ts';
import { WrongVersion } from '../../../protocols/snmp/message.ts';
import { integerValue, type Notification, namesIn } from '../../../protocols/snmp/notification.ts';
import { arcsOf } from '../../../protocols/snmp/oid-order.ts';
import type { VarBind } from '../../../protocols/snmp/pdu.ts';
import type { AuthoritativeEngine } from '../../../protocols/snmp/usm.ts';
import type { View } from '../../../protocols/snmp/vacm.ts';
import { addressTowards } from '../../interface-addresses.ts';
import { ifEntry } from '../../network/physical-interface/objects.ts';
import { pethNotificationControlEntry } from '../../poe/power-over-ethernet/objects.ts';
import { type AccessTables, usmUserOf } from './access.ts';
import { snmpCommunityEntry } from './community-objects.ts';
import { isTold, kindOf, type NotificationKind, notificationKinds } from './notifications.ts';
import { snmpAgentCtrl } from './objects.ts';
import { Receiver, type ReceiverSurroundings } from './receiver.ts';
import { lastNotification, type ToldAlarm } from './slots.ts';
import { snmpTargetAddrEntry, TrapVersion } from './trap-objects.ts';
import { usmUserEntry } from './user-objects.ts';

/** Parts that the notifier shares with its agent. */
export interface NotifierSurroundings {
  engine(): AuthoritativeEngine;
  access(): AccessTables;
  salt(): bigint;
  /** A notification goes out, once more where it is not acknowledged. */
  sent(): void;
}

/** Milliseconds after the start of the switch within which an agent's start is that of the switch. */
const AT_START = 60_000;

/** Notifications of failed authentications: datagrams from made-up addresses must not push out informs of what happened. */
const FAILURES: Rate = { rate: 0.2, burst: 10 };

/** The words of our own notifications: a scalar of the private MIB. */
const wordsName = arcsOf(`${columnOid(snmpAgentCtrl, 'snmpLastNotification')}.0`);

/** Sends notifications to the receivers. */
export class Notifier {
  readonly #context: ServiceContext;
  readonly #around: NotifierSurroundings;
  readonly #sockets = new Map<'udp4' | 'udp6', Socket>();
  readonly #failures: Allowance;
  #receivers: readonly Receiver[] = [];
  #serial = 0;

  constructor(context: ServiceContext, around: NotifierSurroundings) {
    this.#context = context;
    this.#around = around;
    this.#failures = new Allowance(FAILURES, context.clock.now());
    this.configure();
    context.log.follow((entry) => {
      const kind = kindOf(entry.message);
      if (kind && this.#isWanted(kind)) this.#tell(kind, englishOf(entry), powerVarBinds(kind, entry.message));
    });
    context.onPort(({ port, link }) => this.#tellLink(port, link === 'up'));
    if (context.power.upTime() < AT_START) {
      const isCold = context.power.lastCause === RebootCause.power;
      this.#tell(isCold ? notificationKinds.coldStart : notificationKinds.warmStart, 'The device started.');
    }
  }

  /** The receivers, or who they are addressed by, have changed. */
  configure(): void {
    const rows = this.#context.configuration().rows(snmpTargetAddrEntry);
    const former = new Map(this.#receivers.map((receiver) => [receiver.row, receiver]));
    this.#receivers = rows.map((row) => former.get(row) ?? new Receiver(row, this.#surroundings(row)));
    for (const receiver of former.values()) if (!this.#receivers.includes(receiver)) receiver.close();
  }

  /** A request had a wrong community or key. Beyond the rate it is not notified. */
  authenticationFailed(source: string): void {
    if (!this.#failures.take(this.#context.clock.now())) return;
    this.#tell(notificationKinds.authenticationFailure, `SNMP authentication of ${source} failed.`);
  }

  /** Sends a test to one receiver. */
  test(name: string): void {
    const receiver = this.#receivers.find(({ row }) => row.snmpTargetAddrName === name);
    if (receiver) this.#send([receiver], this.#notification(notificationKinds.test, 'This is a test.'));
  }

  /** Notifies the receivers of a crossed threshold. */
  alarm({ kind, words, varBinds, community }: ToldAlarm): void {
    const isMeant = ({ row }: Receiver) =>
      community === '' ||
      (row.snmpTargetParamsMPModel !== TrapVersion.v3 &&
        [row.snmpTargetParamsSecurityName, this.#communityOf(row)?.snmpCommunityName].includes(community));
    this.#tell(notificationKinds[kind], words, varBinds, this.#receivers.filter(isMeant));
  }

  close(): void {
    for (const receiver of this.#receivers) receiver.close();
    for (const socket of this.#sockets.values()) socket.close();
    this.#sockets.clear();
  }

  /** RFC 3621 has a switch of its own for power notifications. */
  #isWanted({ setting }: NotificationKind): boolean {
    if (setting !== 'trapPoe') return true;
    const control = this.#context
      .configuration()
      .row(pethNotificationControlEntry, { pethNotificationControlGroupIndex: 1 });
    return control?.pethNotificationControlEnable !== TruthValue.no;
  }

  #tellLink(port: number, isUp: boolean): void {
    const configuration = this.#context.configuration();
    const ports = parsePortList(configuration.group(snmpAgentCtrl).trapLinkPorts) ?? 0n;
    if (!hasPort(ports, port)) return;
    const admin = configuration.rows(ifEntry).find((row) => row.ifIndex === port)?.ifAdminStatus ?? Status.enabled;
    const row = (column: number, value: number): VarBind => ({
      name: [...arcsOf('1.3.6.1.2.1.2.2.1'), column, port],
      value: integerValue(value),
    });
    // RFC 2863: ifIndex, ifAdminStatus, ifOperStatus.
    const varBinds = [row(1, port), row(7, admin), row(8, isUp ? 1 : 2)];
    this.#tell(
      isUp ? notificationKinds.linkUp : notificationKinds.linkDown,
      `Port ${port} link ${isUp ? 'up' : 'down'}.`,
      varBinds,
    );
  }

  #tell(
    kind: NotificationKind,
    words: string,
    varBinds: readonly VarBind[] = [],
    receivers: readonly Receiver[] = this.#receivers,
  ): void {
    if (!isTold(kind, this.#context.configuration().group(snmpAgentCtrl))) return;
    this.#send(receivers, this.#notification(kind, words, varBinds));
  }

  #notification(kind: NotificationKind, words: string, varBinds: readonly VarBind[] = []): Notification {
    this.#context.slots.update(lastNotification, () => words);
    const said: VarBind = { name: wordsName, value: { type: 'OctetString', value: Buffer.from(words, 'utf8') } };
    return {
      kind: kind.oid,
      upTime: Math.floor(this.#context.power.upTime() / 10),
      varBinds: kind.isOwn ? [...varBinds, said] : varBinds,
    };
  }

  #send(receivers: readonly Receiver[], notification: Notification): void {
    const names = namesIn(notification);
    for (const receiver of receivers) {
      const view = this.#viewOf(receiver);
      if (names.every((name) => view.includes(name))) receiver.send(notification);
    }
  }

  /** The notify view of the group of the receiver's community or user. */
  #viewOf({ row }: Receiver): View {
    const access = this.#around.access();
    const { snmpTargetParamsMPModel: version, snmpTargetParamsSecurityName: name } = row;
    if (version === TrapVersion.v3) {
      const group =
        this.#context
          .configuration()
          .rows(usmUserEntry)
          .find((user) => user.usmUserName === name)?.vacmGroupName ?? '';
      return access.notifyView({ group, model: SecurityModel.usm, level: row.snmpTargetParamsSecurityLevel });
    }
    const community = this.#communityOf(row);
    const model = version === TrapVersion.v1 ? SecurityModel.v1 : SecurityModel.v2c;
    return access.notifyView({ group: community?.snmpCommunitySecurityName ?? '', model, level: 1 });
  }

  #communityOf({ snmpTargetParamsSecurityName: name }: Receiver['row']) {
    return this.#context
      .configuration()
      .rows(snmpCommunityEntry)
      .find((one) => one.snmpCommunityIndex === name);
  }

  #surroundings(row: Receiver['row']): ReceiverSurroundings {
    const { clock, log } = this.#context;
    const configuration = () => this.#context.configuration();
    return {
      clock,
      engine: () => this.#around.engine(),
      salt: () => this.#around.salt(),
      transmit: (octets) => {
        this.#around.sent();
        this.#socket(row.snmpTargetAddrTAddress).send(octets, row.trapUdpPort, row.snmpTargetAddrTAddress, () => {});
      },
      community: (index) =>
        configuration()
          .rows(snmpCommunityEntry)
          .find((one) => one.snmpCommunityIndex === index)?.snmpCommunityName,
      user: (name, engineId) => {
        if (engineId === '') return this.#around.access().user(name);
        const user = configuration()
          .rows(usmUserEntry)
          .find((one) => one.usmUserName === name && one.usmUserEngineID === engineId);
        return user && usmUserOf(user);
      },
      agentAddress: () => addressTowards(row.snmpTargetAddrTAddress, configuration(), this.#context.slots),
      serial: () => {
        this.#serial = (this.#serial + 1) % 2 ** 31;
        return this.#serial;
      },
      unanswered: () => {
        const name = row.snmpTargetAddrName;
        log.write(Severity.warning, say('Trap receiver {{name}} does not acknowledge an inform.', { name }));
      },
    };
  }

  #socket(address: string): Socket {
    const type = isIPv6(address) ? 'udp6' : 'udp4';
    const present = this.#sockets.get(type);
    if (present) return present;
    const socket = createSocket(type);
    // A notification that could not be delivered comes back as an error of the socket; receivers may come and go.
    socket.on('error', () => {});
    socket.on('message', (octets, { address: from, port }) => this.#received(octets, from, port));
    socket.unref();
    this.#sockets.set(type, socket);
    return socket;
  }

  #received(octets: Uint8Array, address: string, port: number): void {
    const receivers = this.#receivers.filter(
      ({ row }) => row.snmpTargetAddrTAddress === address && row.trapUdpPort === port,
    );
    try {
      for (const receiver of receivers) receiver.received(octets);
    } catch (error) {
      // All other packets that arrive there are no answers.
      if (!(error instanceof BerError || error instanceof WrongVersion)) throw error;
    }
  }
}

/** RFC 3621: a notification of the supply's usage carries pethMainPseConsumptionPower. */
function powerVarBinds(kind: NotificationKind, { values }: Message): readonly VarBind[] {
  if (kind !== notificationKinds.powerUsageOn && kind !== notificationKinds.powerUsageOff) return [];
  return [{ name: arcsOf('1.3.6.1.2.1.105.1.3.1.1.4.1'), value: { type: 'Unsigned32', value: Number(values?.watts) } }];
}
