import { isRecord } from '../../model/values/json-record.ts';
import { type Message, readMessage } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';

/** A change that mends a finding: columns of one object, as a page would set them. */
interface AttentionCall {
  /** The object's name. */
  readonly object: string;
  readonly values: Values;
}

/**
 * Remedies of a finding: calls, together or `inTurn`, or a page to open. `saves`: the running configuration is saved, as by the
 * button in the header.
 */
export type AttentionAction =
  | { readonly label: Message; readonly calls: readonly AttentionCall[]; readonly inTurn?: true }
  | { readonly label: Message; readonly to: string }
  | { readonly label: Message; readonly saves: true };

/** The texts and actions of a finding, apart from any language. */
export interface SaidFinding {
  readonly what: Message;
  readonly cause: Message;
  readonly advice?: Message | undefined;
  readonly actions: readonly AttentionAction[];
}

/** A finding out of the JSON text of `attentionSaid`; undefined where it is none. */
export function readSaid(text: string): SaidFinding | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(json)) return undefined;
  const [what, cause] = [readMessage(json.what), readMessage(json.cause)];
  if (!what || !cause) return undefined;
  const actions = Array.isArray(json.actions)
    ? json.actions.flatMap((action: unknown) => readAction(action) ?? [])
    : [];
  return { what, cause, advice: readMessage(json.advice), actions };
}

function readAction(json: unknown): AttentionAction | undefined {
  const label = isRecord(json) ? readMessage(json.label) : undefined;
  if (!isRecord(json) || !label) return undefined;
  if (typeof json.to === 'string') return { label, to: json.to };
  if (json.saves === true) return { label, saves: true };
  if (!Array.isArray(json.calls) || !json.calls.every(isCall)) return undefined;
  return { label, calls: json.calls, ...(json.inTurn === true && { inTurn: true }) };
}

function isCall(json: unknown): json is AttentionCall {
  return isRecord(json) && typeof json.object === 'string' && isRecord(json.values);
}
