import { useState } from 'react';
import { CallRefused, refusedColumn } from '../../console/call/failure.ts';
import type { Field } from '../../model/schema/field.ts';
import type { GroupObject } from '../../model/schema/object.ts';
import type { Message } from '../../model/values/message.ts';
import type { Value } from '../../model/wire/call.ts';

/** The columns of an object that say where a TFTP transfer goes to or comes from. */
export interface TftpColumns {
  readonly object: GroupObject;
  readonly address: string;
  readonly vlan: string;
  readonly fileName: string;
}

/** Server, VLAN and file name as they are typed, by column. */
export interface Tftp {
  readonly columns: TftpColumns;
  value(column: string): Value;
  message(column: string): Message | undefined;
  set(column: string, value: Value): void;
  /** Says a refusal of the device under the field that it names; false where it names none of these. */
  take(failure: unknown): boolean;
  /** The columns to send; undefined where one is wrong, which is then said under it. */
  read(): Readonly<Record<string, Value>> | undefined;
}

/** Keeps what is typed for a TFTP transfer. */
export function useTftp(columns: TftpColumns): Tftp {
  const { object, address, vlan, fileName } = columns;
  const names = [address, vlan, fileName];
  const [values, setValues] = useState<Readonly<Record<string, Value>>>({ [address]: '', [vlan]: 0, [fileName]: '' });
  const [messages, setMessages] = useState<Readonly<Record<string, Message>>>({});
  return {
    columns,
    value: (column) => values[column] ?? '',
    message: (column) => messages[column],
    set(column, value) {
      setValues((present) => ({ ...present, [column]: value }));
      setMessages({});
    },
    take(failure) {
      const column = names.find((name) => name === refusedColumn(failure, object));
      if (column === undefined || !(failure instanceof CallRefused)) return false;
      setMessages({ [column]: failure.said });
      return true;
    },
    read() {
      const readings = names.flatMap((name) => {
        const field = fieldOf(columns, name);
        return field ? [[name, field.read(values[name])] as const] : [];
      });
      const wrong = readings.flatMap(([name, reading]) => (reading.ok ? [] : [[name, reading.message] as const]));
      setMessages(Object.fromEntries(wrong));
      if (wrong.length > 0) return undefined;
      return Object.fromEntries(readings.flatMap(([name, reading]) => (reading.ok ? [[name, reading.value]] : [])));
    },
  };
}

/** The field of one of the columns. */
export function fieldOf({ object }: TftpColumns, column: string): Field | undefined {
  const fields: Readonly<Record<string, Field>> = object.fields;
  return fields[column];
}
