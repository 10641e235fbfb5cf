import type { Cancel, Clock } from '../../../datapath/clock.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import {
  readMessage,
  readScoped,
  type SecureMessage,
  Version,
  writeCommunityMessage,
} from '../../../protocols/snmp/message.ts';
import { type Notification, notificationPdu, trapOfVersion1 } from '../../../protocols/snmp/notification.ts';
import { PduKind } from '../../../protocols/snmp/pdu.ts';
import {
  type AuthoritativeEngine,
  protect,
  SecurityLevel,
  type UsmUser,
  unprotectAnswer,
} from '../../../protocols/snmp/usm.ts';
import { NotifyType, snmpTargetAddrEntry, TrapVersion } from './trap-objects.ts';

/** How a receiver's messages are sent, and whose name they are sent in. */
export interface ReceiverSurroundings {
  readonly clock: Clock;
  /** Sends a datagram to the receiver. */
  transmit(octets: Uint8Array): void;
  /** This switch's engine, which is authoritative for traps. */
  engine(): AuthoritativeEngine;
  /** The community string, by its index; undefined or empty where there is none. */
  community(index: string): string | undefined;
  /** The user with the keys of an engine, "" for this switch's own. */
  user(name: string, engineId: string): UsmUser | undefined;
  /** The IPv4 address by which the receiver knows this switch; undefined where it has none. */
  agentAddress(): string | undefined;
  /** A number that never comes twice. */
  serial(): number;
  salt(): bigint;
  /** An inform that was not acknowledged after all retries. */
  unanswered(): void;
}

/** An inform under way. */
interface Waiting {
  readonly notification: Notification;
  readonly requestId: number;
  left: number;
  cancel: Cancel;
}

/** Informs under way at most; of what comes beyond the oldest is given up. */
const WAITING = 32;

const nobody: UsmUser = { name: '' };

/** One receiver of notifications: sends traps, and informs until they are answered (RFC 3413 section 3.3). */
export class Receiver {
  readonly row: RowOf<typeof snmpTargetAddrEntry>;
  readonly #around: ReceiverSurroundings;
  readonly #waiting = new Map<number, Waiting>();
  /** The receiver's engine as it last said; its time goes on from `heardAt`. */
  #peer:
    | { readonly id: Uint8Array; readonly boots: number; readonly time: number; readonly heardAt: number }
    | undefined;

  constructor(row: RowOf<typeof snmpTargetAddrEntry>, around: ReceiverSurroundings) {
    this.row = row;
    this.#around = around;
  }

  send(notification: Notification): void {
    const requestId = this.#around.serial();
    if (this.row.snmpNotifyType !== NotifyType.inform) {
      this.#transmit(notification, requestId);
      return;
    }
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size >= WAITING && oldest !== undefined) this.#end(oldest);
    const waiting = { notification, requestId, left: this.row.snmpTargetAddrRetryCount, cancel: () => {} };
    this.#waiting.set(requestId, waiting);
    this.#try(waiting);
  }

  /** A datagram from the receiver: an answer to an inform, or what its engine is. */
  received(octets: Uint8Array): void {
    const message = readMessage(octets);
    if (message.version !== Version.v3) {
      if (message.pdu.kind === PduKind.response) this.#end(message.pdu.requestId);
      return;
    }
    const engineId = Buffer.from(message.engineId).toString('hex').toUpperCase();
    const name = this.row.snmpTargetParamsSecurityName;
    const opened = unprotectAnswer(octets, message, (asked) =>
      asked === name ? this.#around.user(name, engineId) : message.isAuthenticated ? undefined : nobody,
    );
    if ('wrong' in opened) return;
    const { pdu } = readScoped(opened.scoped);
    if (pdu.kind === PduKind.response && opened.level >= this.row.snmpTargetParamsSecurityLevel)
      this.#end(pdu.requestId);
    if (pdu.kind === PduKind.report) this.#learn(message);
  }

  /** Gives up what is under way. */
  close(): void {
    for (const requestId of [...this.#waiting.keys()]) this.#end(requestId);
  }

  #end(requestId: number): void {
    this.#waiting.get(requestId)?.cancel();
    this.#waiting.delete(requestId);
  }

  /** The receiver's engine and its time: waiting notifications are sent again at once. */
  #learn({ engineId, boots, time }: SecureMessage): void {
    const isSame = this.#peer && Buffer.compare(this.#peer.id, engineId) === 0 && this.#peer.boots === boots;
    const now = this.#around.clock.now();
    const isOnTime = isSame && this.#peer && Math.abs(this.#peer.time + (now - this.#peer.heardAt) / 1000 - time) < 2;
    this.#peer = { id: Uint8Array.from(engineId), boots, time, heardAt: now };
    // A receiver that says the same again would be asked for ever.
    if (isOnTime) return;
    for (const { notification, requestId } of this.#waiting.values()) this.#transmit(notification, requestId);
  }

  #try(waiting: Waiting): void {
    this.#transmit(waiting.notification, waiting.requestId);
    waiting.cancel = this.#around.clock.after(
      millisecondsIn(snmpTargetAddrEntry, this.row)('snmpTargetAddrTimeout'),
      () => {
        if (waiting.left > 0) {
          waiting.left -= 1;
          this.#try(waiting);
          return;
        }
        this.#waiting.delete(waiting.requestId);
        this.#around.unanswered();
      },
    );
  }

  #transmit(notification: Notification, requestId: number): void {
    const octets = this.#message(notification, requestId);
    if (octets) this.#around.transmit(octets);
  }

  #message(notification: Notification, requestId: number): Uint8Array | undefined {
    const { snmpTargetParamsMPModel: version, snmpTargetParamsSecurityName: name, snmpNotifyType } = this.row;
    const isInform = snmpNotifyType === NotifyType.inform;
    if (version === TrapVersion.v3) return this.#secure(notification, requestId, isInform);
    const community = this.#around.community(name);
    const pdu =
      version === TrapVersion.v1
        ? trapOfVersion1(notification, this.#around.agentAddress())
        : notificationPdu(notification, requestId, isInform);
    if (!community || !pdu) return undefined;
    return writeCommunityMessage({
      version: version === TrapVersion.v1 ? Version.v1 : Version.v2c,
      community: Buffer.from(community, 'utf8'),
      pdu,
    });
  }

  /** A trap of this engine's time; an inform of the receiver's, which has to be asked for first (RFC 3414 section 4). */
  #secure(notification: Notification, requestId: number, isInform: boolean): Uint8Array | undefined {
    const { clock, salt, user: userOf, engine } = this.#around;
    const { snmpTargetParamsSecurityName: name, snmpTargetParamsSecurityLevel: level } = this.row;
    const head = { messageId: requestId, isReportable: isInform };
    const contextName = new Uint8Array(0);
    if (!isInform) {
      const user = userOf(name, '');
      const pdu = notificationPdu(notification, requestId, false);
      const scope = { contextEngineId: engine().id, contextName, pdu };
      return user && protect(head, engine(), user, level, salt(), scope);
    }
    if (!this.#peer) {
      const pdu = { kind: PduKind.get, requestId, errorStatus: 0, errorIndex: 0, varBinds: [] };
      const scope = { contextEngineId: new Uint8Array(0), contextName, pdu };
      const unknown = { id: new Uint8Array(0), boots: 0, time: 0 };
      return protect(head, unknown, nobody, SecurityLevel.noAuthNoPriv, salt(), scope);
    }
    const { id, boots, time, heardAt } = this.#peer;
    const user = userOf(name, Buffer.from(id).toString('hex').toUpperCase());
    const scope = { contextEngineId: id, contextName, pdu: notificationPdu(notification, requestId, true) };
    const peer = { id, boots, time: time + Math.floor((clock.now() - heardAt) / 1000) };
    return user && protect(head, peer, user, level, salt(), scope);
  }
}
