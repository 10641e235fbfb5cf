import { expect, test } from 'vitest';
import { PolledForms } from './polled-forms.ts';

test('a form that was kept is given as it was', () => {
  const polls = new PolledForms();
  const form = polls.form('Gambit=g&RPC=%7B%7D');
  expect(form).toEqual({ Gambit: 'g', RPC: '{}' });
  polls.keep('Gambit=g&RPC=%7B%7D', form);
  expect(polls.form('Gambit=g&RPC=%7B%7D')).toBe(form);
  expect(polls.form('Gambit=h&RPC=%7B%7D')).toEqual({ Gambit: 'h', RPC: '{}' });
});

test('only the last few are kept, and none that is long', () => {
  const polls = new PolledForms();
  const kept = (sent: string) => {
    const form = polls.form(sent);
    polls.keep(sent, form);
    return form;
  };
  const first = kept('RPC=first');
  const others = Array.from({ length: 8 }, (_, at) => kept(`RPC=${at}`));
  expect(polls.form('RPC=first')).not.toBe(first);
  expect(polls.form('RPC=0')).toBe(others[0]);
  const long = `RPC=${'x'.repeat(4_000)}`;
  expect(kept(long)).not.toBe(polls.form(long));
});
