import type { Action, Learn, LearnPart } from './action.ts';
import { formatFieldValue, formatSubfield } from './field.ts';

/** As ovs-ofctl(8) reads them. Two lists that do the same in the same way have the same text. */
export function formatActions(actions: readonly Action[]): string {
  return actions.map(formatAction).join(',') || 'drop';
}

function formatAction(action: Action): string {
  switch (action.type) {
    case 'output':
      return `output:${action.port}`;
    case 'controller':
      return 'controller:65535';
    case 'pushVlan':
      return `push_vlan:0x${action.tagProtocol.toString(16)}`;
    case 'popVlan':
      return 'pop_vlan';
    case 'setField':
      return `set_field:${formatFieldValue(action.field, action.value)}->${action.field.name}`;
    case 'load':
      return `load:0x${action.value.toString(16)}->${formatSubfield(action.to)}`;
    case 'move':
      return `move:${formatSubfield(action.from)}->${formatSubfield(action.to)}`;
    case 'resubmit':
      return `resubmit(,${action.table})`;
    case 'clone':
      return `clone(${formatActions(action.actions)})`;
    case 'meter':
      return `meter:${action.meter}`;
    case 'gotoTable':
      return `goto_table:${action.table}`;
    case 'group':
      return `group:${action.group}`;
    case 'encapsulateNsh':
      return 'encap(nsh)';
    case 'decapsulate':
      return 'decap()';
    case 'checkLonger':
      return `check_pkt_larger(${action.octets})->${formatSubfield(action.to)}`;
    case 'learn':
      return formatLearn(action);
  }
}

function formatLearn({ table, priority, cookie, hardTimeout, parts, limit }: Learn): string {
  const words = [`table=${table}`, `hard_timeout=${hardTimeout}`, `priority=${priority}`];
  words.push(`cookie=0x${cookie.toString(16)}`);
  if (limit) words.push(`limit=${limit.most}`, `result_dst=${formatSubfield(limit.taught)}`);
  return `learn(${[...words, ...parts.map(formatLearnPart)].join(',')})`;
}

function formatLearnPart(part: LearnPart): string {
  if (part.type === 'load') {
    const from = typeof part.from === 'bigint' ? `0x${part.from.toString(16)}` : formatSubfield(part.from);
    return `load:${from}->${formatSubfield(part.to)}`;
  }
  const from = typeof part.from === 'bigint' ? formatFieldValue(part.of.field, part.from) : formatSubfield(part.from);
  return `${formatSubfield(part.of)}=${from}`;
}
