import { describe, expect, it } from 'vitest';
import { integer } from '../../model/schema/kinds/integer.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { group, table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { callsOf, changesOf, draftOf, type FormPart, withoutSecrets } from './form-part.ts';

const servers = table('servers', {
  title: 'Server',
  index: { id: integer({ label: 'No.', min: 1, max: 9, access: 'create' }) },
  columns: {
    vlan: integer({ label: 'VLAN', min: 0, max: 9 }),
    key: secret({ label: 'Key', minLength: 0, maxLength: 9 }),
  },
  rows: { max: 9 },
  rowName: ({ id }) => say('server {{id}}', { id }),
});

const row: FormPart = { object: servers, values: { id: 1, vlan: 2, key: '' } };

/** No field is shown. */
const none: ReadonlySet<string> = new Set();

describe('what Apply would change', () => {
  it('is nothing while the device has not said what there is', () => {
    const unread: FormPart = { object: servers, values: undefined };
    expect(changesOf(unread, draftOf([unread]), none)).toEqual([]);
    expect(callsOf(unread, draftOf([unread]), none)).toEqual([]);
  });

  it('is asked about without its secrets, and not at all where nothing else changes', () => {
    const draft = (values: Record<string, string | number>) => ({ ...draftOf([row]), ...values });
    const typed = draft({ 'servers/vlan': 3, 'servers/key': 'secret' });
    const both = callsOf(row, typed, none);
    expect(both.map(({ params }) => params)).toEqual([{ Template: 'servers', id: 1, vlan: 3, key: 'secret' }]);
    expect(withoutSecrets(row, typed, none)).toEqual([
      { method: 'CommonSet', params: { Template: 'servers', id: 1, vlan: 3 }, was: { vlan: 2 } },
    ]);
    expect(withoutSecrets(row, draft({ 'servers/key': 'secret' }), none)).toEqual([]);
  });
});

describe('a field that matters in one mode', () => {
  const clock = group('clock', {
    title: 'Clock',
    fields: {
      mode: integer({ label: 'Mode', min: 0, max: 1 }),
      minutes: integer({ label: 'Minutes', min: 0, max: 59, shownWhen: { mode: [1] } }),
    },
  });
  const sent = (values: { readonly mode: number; readonly minutes: number }, typed: typeof values) => {
    const part: FormPart = { object: clock, values };
    const draft = { ...draftOf([part]), 'clock/mode': typed.mode, 'clock/minutes': typed.minutes };
    return callsOf(part, draft, none)[0]?.params;
  };

  it('is sent in the mode that is chosen, whatever the device is in', () => {
    expect(sent({ mode: 0, minutes: 5 }, { mode: 1, minutes: 7 })).toEqual({ Template: 'clock', mode: 1, minutes: 7 });
    expect(sent({ mode: 1, minutes: 5 }, { mode: 0, minutes: 7 })).toEqual({ Template: 'clock', mode: 0 });
  });
});

describe('a new row', () => {
  const fresh: FormPart = { object: servers, values: { id: 1, vlan: 0, key: '' }, create: true };
  const creation = { Template: 'servers', id: 1, RowStatus: 4 };
  const given = (drawn: readonly string[], values: Record<string, string | number> = {}) => {
    return callsOf(fresh, { ...draftOf([fresh]), ...values }, new Set(drawn))[0]?.params;
  };

  it('is given its index and the fields shown, not the columns of no field', () => {
    expect(given(['new servers/vlan'])).toEqual({ ...creation, vlan: 0 });
    expect(given(['new servers/vlan', 'new servers/key'])).toEqual({ ...creation, vlan: 0, key: '' });
  });

  it('is given a column of no field that something else was chosen for', () => {
    expect(given([], { 'new servers/vlan': 3 })).toEqual({ ...creation, vlan: 3 });
  });
});
