import { useState } from 'react';
import { CallRefused, refusedColumn } from '../../../console/call/failure.ts';
import type { Message } from '../../../model/values/message.ts';
import type { Value } from '../../../model/wire/call.ts';
import { cfgTransferCtrl } from './objects.ts';

const { cfgServerAddr, cfgServerVlan, cfgFileName } = cfgTransferCtrl.fields;

const columns = ['cfgServerAddr', 'cfgServerVlan', 'cfgFileName'] as const;

type Column = (typeof columns)[number];

/** Server, VLAN and file name as they are typed. */
export interface Tftp {
  readonly values: Readonly<Record<Column, Value>>;
  readonly messages: Partial<Readonly<Record<Column, Message>>>;
  set(column: Column, value: Value): void;
  /** Says a refusal of the device under the field that it names; false where it names none of these. */
  take(failure: unknown): boolean;
  /** The columns to send; undefined where one is wrong, which is then said under it. */
  read(): { cfgServerAddr: string; cfgServerVlan: number; cfgFileName: string } | undefined;
}

/** Keeps what is typed for a TFTP transfer. */
export function useTftp(): Tftp {
  const [values, setValues] = useState<Record<Column, Value>>({ cfgServerAddr: '', cfgServerVlan: 0, cfgFileName: '' });
  const [messages, setMessages] = useState<Partial<Record<Column, Message>>>({});
  return {
    values,
    messages,
    set(column, value) {
      setValues((present) => ({ ...present, [column]: value }));
      setMessages({});
    },
    take(failure) {
      const column = columns.find((name) => name === refusedColumn(failure, cfgTransferCtrl));
      if (column === undefined || !(failure instanceof CallRefused)) return false;
      setMessages({ [column]: failure.said });
      return true;
    },
    read() {
      const server = cfgServerAddr.read(values.cfgServerAddr);
      const vlan = cfgServerVlan.read(values.cfgServerVlan);
      const file = cfgFileName.read(values.cfgFileName);
      setMessages({
        ...(!server.ok && { cfgServerAddr: server.message }),
        ...(!vlan.ok && { cfgServerVlan: vlan.message }),
        ...(!file.ok && { cfgFileName: file.message }),
      });
      if (!server.ok || !vlan.ok || !file.ok) return undefined;
      return { cfgServerAddr: server.value, cfgServerVlan: vlan.value, cfgFileName: file.value };
    },
  };
}
