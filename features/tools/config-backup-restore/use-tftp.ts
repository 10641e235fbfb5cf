import { useState } from 'react';
import type { Message } from '../../../model/values/message.ts';
import type { Value } from '../../../model/wire/call.ts';
import { cfgTransferCtrl } from './objects.ts';

const { cfgServerAddr, cfgServerVlan, cfgFileName } = cfgTransferCtrl.fields;

type Column = 'cfgServerAddr' | 'cfgServerVlan' | 'cfgFileName';

/** Server, VLAN and file name as they are typed. */
export interface Tftp {
  readonly values: Readonly<Record<Column, Value>>;
  readonly messages: Partial<Readonly<Record<Column, Message>>>;
  set(column: Column, value: Value): void;
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
    set: (column, value) => setValues((present) => ({ ...present, [column]: value })),
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
