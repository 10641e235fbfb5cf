import { observable } from '../feedback/observable.ts';
import { ofThisTab } from './browser-storage.ts';

/** Entries of the setup wizard (docs/specification/product.md 3). All empty at the start except `switchManagement`. */
export interface WizardDraft {
  /** "1" to ignore the wizard from now on, "0" to show it again, "" while nothing was chosen. */
  readonly setup: string;
  readonly username: string;
  readonly password: string;
  /** "1" cloud, "2" local. */
  readonly switchManagement: string;
  /** Time zone, 1-38. */
  readonly index: string;
  readonly ip: string;
  readonly mask: string;
  readonly gateway: string;
  readonly dns: string;
  /** The password in use, needed for changing it. */
  readonly currentPassword: string;
  /** Entries of the steps beside the fields above, by column name. */
  readonly more: Readonly<Record<string, string>>;
}

const empty: WizardDraft = {
  setup: '',
  username: '',
  password: '',
  switchManagement: '2',
  index: '',
  ip: '',
  mask: '',
  gateway: '',
  dns: '',
  currentPassword: '',
  more: {},
};

const name = 'wizard';

/** The draft, over reloads of this tab; passwords are kept no longer than the page lives. */
const draft = observable<WizardDraft>(read(ofThisTab.get(name)));

/** Entries of the wizard so far: changed step by step, cleared at its end. */
export const wizardDraft = {
  ...draft,
  change(values: Partial<WizardDraft>): void {
    const next = { ...draft.get(), ...values };
    draft.set(next);
    ofThisTab.set(name, JSON.stringify({ ...next, password: '', currentPassword: '' }));
  },
  clear(): void {
    draft.set(empty);
    ofThisTab.set(name, '');
  },
};

function read(text: string): WizardDraft {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return empty;
    const { more, ...fields } = Object.fromEntries(Object.entries(kept));
    return { ...empty, ...texts(fields, Object.keys(empty)), more: texts(more) };
  } catch {
    return empty;
  }
}

/** The text values of `kept`, of the names asked for. */
function texts(kept: unknown, names?: readonly string[]): Record<string, string> {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && (!names || names.includes(entry[0])),
    ),
  );
}
