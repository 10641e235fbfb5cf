import type { Arcs } from './ber.ts';
import { arcsOf } from './oid-order.ts';
import { type Pdu, PduKind, type SnmpValue, type TrapV1, type VarBind } from './pdu.ts';

/** An event as sent to managers (RFC 3416 4.2.6). */
export interface Notification {
  /** Its kind: the value of snmpTrapOID. */
  readonly kind: Arcs;
  /** Hundredths of a second since the start. */
  readonly upTime: number;
  /** Beside sysUpTime and snmpTrapOID. */
  readonly varBinds: readonly VarBind[];
}

const sysUpTime = arcsOf('1.3.6.1.2.1.1.3.0');
const snmpTrapOid = arcsOf('1.3.6.1.6.3.1.1.4.1.0');

/** The standard traps, which version 1 numbers (RFC 3584 3.2). */
const snmpTraps = arcsOf('1.3.6.1.6.3.1.1.5');

/** "Enterprise specific" (RFC 1157 4.1.6). */
const ENTERPRISE_SPECIFIC = 6;

/** A trap of version 2, or an inform. */
export function notificationPdu({ kind, upTime, varBinds }: Notification, requestId: number, isInform: boolean): Pdu {
  const head: VarBind[] = [
    { name: sysUpTime, value: { type: 'TimeTicks', value: upTime % 2 ** 32 } },
    { name: snmpTrapOid, value: { type: 'ObjectIdentifier', value: kind } },
  ];
  return {
    kind: isInform ? PduKind.inform : PduKind.trapV2,
    requestId,
    errorStatus: 0,
    errorIndex: 0,
    varBinds: [...head, ...varBinds],
  };
}

/**
 * The same in version 1, from the switch at `agentAddress`; undefined where it cannot be said there: a 64-bit counter is in it
 * (RFC 3584 3.2).
 */
export function trapOfVersion1({ kind, upTime, varBinds }: Notification, agentAddress?: string): TrapV1 | undefined {
  if (varBinds.some(({ value }) => value.type === 'Counter64')) return undefined;
  const last = kind.at(-1) ?? 0;
  const isStandard = kind.length === snmpTraps.length + 1 && snmpTraps.every((arc, at) => arc === kind[at]);
  const enterprise = isStandard ? snmpTraps : kind.slice(0, kind.at(-2) === 0 ? -2 : -1);
  return {
    kind: PduKind.trapV1,
    enterprise,
    // Zeros where the switch has no IPv4 address: the receiver then knows it by where the datagram came from.
    agentAddress: Uint8Array.from(agentAddress?.split('.').map(Number) ?? [0, 0, 0, 0]),
    genericTrap: isStandard ? last - 1 : ENTERPRISE_SPECIFIC,
    specificTrap: isStandard ? 0 : last,
    timeStamp: upTime % 2 ** 32,
    varBinds,
  };
}

/** The names that a receiver has to be allowed to see (RFC 3413 3.3). */
export function namesIn({ kind, varBinds }: Notification): readonly Arcs[] {
  return [kind, ...varBinds.map(({ name }) => name)];
}

/** A number as an INTEGER. */
export function integerValue(value: number): SnmpValue {
  return { type: 'Integer32', value };
}
