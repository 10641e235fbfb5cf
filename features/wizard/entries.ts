import { wizardDraft } from '../../console/session/wizard-draft.ts';
import type { Value, Values } from '../../model/wire/call.ts';

/** The steps of the wizard by the last part of their path. */
export type StepName =
  | 'setup0Info'
  | 'setup1UserPassword'
  | 'setup2SelectManagement'
  | 'setup3timeLocal'
  | 'setup4IPGatewayDNS'
  | 'setup3timeLocalCloud'
  | 'setup4DNS'
  | 'setup5CloudLogin'
  | 'setup5CloudLoginFail'
  | 'WizardApply';

/** The boxes of date and time, in their order. */
export const clockFields = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** Nothing is entered in `daylightColumns`: it is what the switch had when its step was shown, which the choice is held against. */
const timeFields = [
  'index',
  'daylightSaving',
  'daylightColumns',
  'sysTimeSource',
  'sysTimeSntpServer1',
  ...clockFields,
] as const;

/** Fields of each step. */
export const fieldsOf: Readonly<Record<StepName, readonly string[]>> = {
  setup0Info: ['setup', 'sysName'],
  setup1UserPassword: ['username', 'currentPassword', 'password', 'confirmPassword'],
  setup2SelectManagement: ['switchManagement'],
  setup3timeLocal: timeFields,
  setup3timeLocalCloud: timeFields,
  setup4IPGatewayDNS: ['ipAddrCfgMode', 'ip', 'mask', 'gateway', 'dns'],
  setup4DNS: ['dnsOrigin', 'dns', 'dnsSecondary'],
  setup5CloudLogin: ['cloudFingerprint', 'cloudAccount'],
  setup5CloudLoginFail: [],
  WizardApply: [],
};

const passedMark = (step: StepName) => `passed ${step}`;

/** The device's value of a field when its step was gone through. */
const seenMark = (field: string) => `seen ${field}`;

/** The clock runs on: what its boxes showed is not what another session changed. */
const isCompared = (field: string) => !(clockFields as readonly string[]).includes(field);

/** When the clock was set in its step, in milliseconds since 1970; the device gets the time that has passed since added. */
const clockSetAt = 'clockSetAt';

/** Whether the step was gone through: its entries count then, empty ones too. */
export function isPassed(step: StepName): boolean {
  return wizardDraft.get().more[passedMark(step)] === '1';
}

/**
 * The entries of all steps: what was changed in those gone through, what the device has for the others. The chosen management counts
 * in any case: at a new address it came along with the browser, which has gone through no step there. `offered` is suggested instead
 * of the device's values while their step was not gone through.
 */
export function entriesOver(present: Values, offered: Values = {}): Values {
  const entries: Record<string, Value> = { ...present, ...offered };
  for (const field of passedFields())
    entries[field] = seen(field) === kept(field) ? (present[field] ?? '') : kept(field);
  entries.switchManagement = kept('switchManagement');
  return entries;
}

/**
 * The device's values that the entries were chosen over: of what was changed in a step, the value that the step showed, unless the
 * device has the chosen one already.
 */
export function chosenOver(present: Values): Values {
  const before: Record<string, Value> = { ...present };
  for (const field of passedFields()) {
    const then = seen(field);
    if (then !== undefined && then !== kept(field) && kept(field) !== String(present[field])) before[field] = then;
  }
  return before;
}

function passedFields(): readonly string[] {
  return Object.entries(fieldsOf).flatMap(([step, fields]) => (isPassed(step as StepName) ? fields : []));
}

/** Milliseconds since 1970 at which the clock was set manually; undefined if it was not changed. */
export function clockWasSetAt(): number | undefined {
  return Number(wizardDraft.get().more[clockSetAt]) || undefined;
}

/** Beside what was typed in a step. */
interface StepKept {
  /** The device's values that the step was filled with. */
  readonly present?: Values;
  /** The moment at which its clock boxes were filled, where they were. */
  readonly clockSet?: number | undefined;
}

/** Keeps what was typed in a step. */
export function keepStep(
  step: StepName,
  values: Readonly<Record<string, Value>>,
  { present = {}, clockSet }: StepKept = {},
): void {
  const own: Record<string, string> = {};
  const more: Record<string, string> = { ...wizardDraft.get().more, [passedMark(step)]: '1' };
  for (const field of fieldsOf[step]) {
    if (present[field] !== undefined && isCompared(field)) more[seenMark(field)] = String(present[field]);
  }
  for (const [field, value] of Object.entries(values)) {
    if (ownFields.has(field)) own[field] = String(value);
    else more[field] = String(value);
  }
  // A second password is typed to be compared, not to be kept.
  delete more.confirmPassword;
  if (clockSet !== undefined) more[clockSetAt] = String(clockSet);
  wizardDraft.change({ ...own, more });
}

const ownFields: ReadonlySet<string> = new Set([
  'setup',
  'username',
  'password',
  'currentPassword',
  'switchManagement',
  'index',
  'ip',
  'mask',
  'gateway',
  'dns',
]);

function seen(field: string): string | undefined {
  return wizardDraft.get().more[seenMark(field)];
}

function kept(field: string): string {
  const { more, ...own } = wizardDraft.get();
  if (field === 'confirmPassword') return own.password;
  const fields: Readonly<Record<string, string>> = own;
  return fields[field] ?? more[field] ?? '';
}
