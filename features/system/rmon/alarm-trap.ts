import { integer32 } from '../../../model/smi/syntax.ts';
import { integerValue } from '../../../protocols/snmp/notification.ts';
import { arcsOf } from '../../../protocols/snmp/oid-order.ts';
import type { SnmpValue, VarBind } from '../../../protocols/snmp/pdu.ts';
import { alarmEntry } from './alarm-objects.ts';

/** A threshold that was crossed. */
export interface Crossing {
  /** The alarm's number. */
  readonly alarm: number;
  readonly crossed: 'rising' | 'falling';
  /** The object identifier that is watched. */
  readonly variable: string;
  readonly sampleType: number;
  readonly value: bigint;
  readonly threshold: number;
}

/** The notification of a crossing and its variables (RFC 2819 risingAlarm, fallingAlarm). */
export function trapOf({ alarm, crossed, variable, sampleType, value, threshold }: Crossing) {
  const column = (number: number, held: SnmpValue): VarBind => ({
    name: [...arcsOf(alarmEntry.oid ?? ''), number, alarm],
    value: held,
  });
  const varBinds = [
    column(1, integerValue(alarm)),
    column(3, { type: 'ObjectIdentifier', value: arcsOf(variable) }),
    column(4, integerValue(sampleType)),
    column(5, integerValue(Number(integer32.encode(String(value))))),
    column(crossed === 'rising' ? 7 : 8, integerValue(threshold)),
  ];
  return { kind: crossed === 'rising' ? 'risingAlarm' : 'fallingAlarm', varBinds } as const;
}
