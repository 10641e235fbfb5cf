import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';

const page = '/System/Administration';

/** Tokens at most. */
export const API_TOKENS = 16;

/** Allowed uses of a token: wire value and words by the device's name of the scope. */
const scopes = {
  read: [1, 'Read'],
  change: [2, 'Read and change'],
  metrics: [3, 'Metrics only'],
} as const;

/** Menu sections that a token can be limited to. */
const sections = {
  all: [0, 'All'],
  System: [1, 'System'],
  Network: [2, 'Network'],
  QoS: [3, 'QoS'],
  PoE: [4, 'PoE'],
  Security: [5, 'Security'],
  Tools: [6, 'Tools'],
} as const;

const apiTokenScope = enumeration({ label: 'Scope', access: 'ro', choices: scopes });
const apiTokenSection = enumeration({ label: 'Section', access: 'ro', choices: sections });

/** Values of the scope, and of the section. */
export const TokenScopeValue = apiTokenScope.values;
export const TokenSectionValue = apiTokenSection.values;

const name = {
  label: 'Name',
  maxLength: 32,
  characters: /[A-Za-z0-9._-]/,
} as const;

/** The API tokens of programs (docs/specification/system.md, "Administration"). The secret itself is not kept. */
export const apiTokenEntry = table('apiTokenEntry', {
  title: 'API token',
  help: 'Tokens by which programs use the switch; the tokens themselves are not kept.',
  page,
  index: { apiTokenIndex: integer({ label: 'No.', access: 'ro', min: 1, max: API_TOKENS }) },
  columns: {
    apiTokenName: text({ ...name, access: 'ro' }),
    apiTokenScope,
    apiTokenSection,
    apiTokenCreated: dateTime({ label: 'Created' }),
    apiTokenCreator: text({ label: 'Created by', access: 'ro', maxLength: 255 }),
    apiTokenExpires: dateTime({ label: 'Valid until', never: 'unlimited' }),
    apiTokenLastUse: dateTime({ label: 'Last use' }),
    apiTokenLastAddr: text({ label: 'Address', access: 'ro', maxLength: 64 }),
  },
  rows: { max: API_TOKENS },
  rowName: ({ apiTokenName }) => say('API token {{name}}', { name: apiTokenName }),
  privateMib: {
    number: 212,
    columns: [
      'apiTokenIndex',
      'apiTokenName',
      'apiTokenScope',
      'apiTokenSection',
      'apiTokenCreated',
      'apiTokenCreator',
      'apiTokenExpires',
      'apiTokenLastUse',
      'apiTokenLastAddr',
    ],
  },
});

/**
 * Creates and revokes API tokens. A creation is a call with `apiTokenNewName`; its answer has the token, once, and only for the
 * session that asked for it.
 */
export const apiTokenCtrl = group('apiTokenCtrl', {
  title: 'API tokens',
  page,
  withdrawsAccess: ['apiTokenRevoke'],
  fields: {
    apiTokenNewName: text({ ...name, minLength: 1, access: 'action', help: 'The program that uses it.' }),
    apiTokenNewScope: enumeration({
      label: 'Scope',
      access: 'action',
      choices: scopes,
      help: 'Rights of programs with the token. Metrics only: read /metrics and nothing else.',
    }),
    apiTokenNewSection: enumeration({
      label: 'Section',
      access: 'action',
      choices: sections,
      help: 'Menu section that the token is limited to.',
    }),
    apiTokenNewDays: integer({
      label: 'Valid for',
      unit: 'days',
      access: 'action',
      min: 1,
      max: 3650,
      fixed: [0],
      default: 90,
      words: { 0: 'unlimited' },
      help: '0 for no expiry.',
    }),
    apiTokenRevoke: integer({
      label: 'Revoke token',
      access: 'action',
      min: 1,
      max: API_TOKENS,
      help: 'Revokes the token of this number at once.',
    }),
    /** The token that this session has just created; the next read is empty. */
    apiTokenIssued: text({
      label: 'New token',
      access: 'ro',
      maxLength: 64,
      help: 'Token that this session has created; it will not be shown again.',
    }),
  },
  privateMib: {
    number: 211,
    columns: [
      'apiTokenNewName',
      'apiTokenNewScope',
      'apiTokenNewSection',
      'apiTokenNewDays',
      'apiTokenRevoke',
      'apiTokenIssued',
    ],
  },
});
