import type { Message } from '../../model/values/message.ts';
import type { Caller } from '../management.ts';
import type { ChangeWay } from './journal-records.ts';

/** Who makes a change, and how. */
export interface Author {
  readonly caller: Caller;
  readonly isForced?: boolean;
  /** It is a step of the setup wizard. */
  readonly isSetup?: boolean;
  /** What it is made for. */
  readonly note?: Message | undefined;
  /** The changes that it takes back. */
  readonly undoes?: readonly number[] | undefined;
}

/** What a record keeps of who made a change, and how. */
export function described({ caller, isForced = false, isSetup = false, note, undoes = [] }: Author) {
  return {
    user: userOf(caller),
    way: wayOf(caller, isSetup),
    address: caller.remoteAddress ?? '',
    isForced,
    undoes,
    ...(note && { note }),
  };
}

function userOf({ access, user, token }: Caller): string {
  if (access === 'device') return '';
  return token ? `${user} (${token.name})` : user;
}

function wayOf({ access, line }: Caller, isSetup: boolean): ChangeWay {
  if (access === 'web' && isSetup) return 'wizard';
  if (access !== 'commandLine') return access;
  return line === 'SSH' ? 'ssh' : line === 'Telnet' ? 'telnet' : access;
}
