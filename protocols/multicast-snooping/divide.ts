import type { GroupRecord, HeardMessage } from '../frames/membership-message.ts';

/** A message of a host about groups. */
export type GroupMessage = Extract<HeardMessage, { readonly kind: 'report' | 'leave' | 'records' }>;

/** Whether a message is one that hosts send about groups. */
export function isAboutGroups(message: HeardMessage): message is GroupMessage {
  return message.kind === 'report' || message.kind === 'leave' || message.kind === 'records';
}

/**
 * The group records of a message, split by the VLAN that each group belongs to according to `vlanOf`; undefined means
 * none. Records keep their order. A message without a record belongs to none.
 */
export function divided(
  message: GroupMessage,
  vlanOf: (group: string) => number | undefined,
): ReadonlyMap<number | undefined, GroupMessage> {
  if (message.kind !== 'records') return new Map([[vlanOf(message.group), message]]);
  const parts = new Map<number | undefined, GroupRecord[]>();
  for (const record of message.records) {
    const vlan = vlanOf(record.group);
    const part = parts.get(vlan);
    if (part) part.push(record);
    else parts.set(vlan, [record]);
  }
  if (parts.size === 0) return new Map([[undefined, message]]);
  return new Map([...parts].map(([vlan, records]) => [vlan, { ...message, records }]));
}
