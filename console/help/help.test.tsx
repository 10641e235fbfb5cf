// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { FieldHelp, helped } from './FieldHelp.tsx';

afterEach(cleanup);

const hello = integer({ label: 'Hello time', unit: 's', min: 1, max: 10, default: 2, help: 'Interval between BPDUs.' });
const about = { name: 'About Hello time' };

function show() {
  render(
    <>
      <FieldHelp label={about.name} fields={[{ label: 'Hello time', field: hello }]} />
      <button type="button">Next</button>
    </>,
  );
  return userEvent.setup();
}

it('says what a field does, its range and its default, and nothing of what is not known', async () => {
  const user = show();
  const opener = screen.getByRole('button', about);
  expect(opener.getAttribute('aria-expanded')).toBe('false');
  await user.click(opener);
  const panel = await screen.findByRole('dialog', about);
  expect(opener.getAttribute('aria-controls')).toBe(panel.id);
  expect(within(panel).getByText('Interval between BPDUs.')).toBeDefined();
  const facts = [...panel.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(facts).toEqual(['Values1 to 10, in s', 'Default value2 s']);
});

it('says a range in the units that people use, where the wire has others', async () => {
  const rate = integer({ label: 'Rate', unit: '× 64 kbit/s', min: 1, max: 156_250, default: 1000, fixed: [0] });
  render(<FieldHelp label="About Rate" fields={[{ label: 'Rate', field: rate }]} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'About Rate' }));
  const panel = await screen.findByRole('dialog', { name: 'About Rate' });
  const facts = [...panel.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(facts).toEqual(['Values64 kbit/s to 10 Gbit/s, or 0', 'Default value64 Mbit/s']);
});

it('is opened and closed by keys, and gives the focus back', async () => {
  const user = show();
  await user.tab();
  await user.keyboard('{Enter}');
  const panel = await screen.findByRole('dialog', about);
  await waitFor(() => expect(document.activeElement).toBe(panel));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', about));
});

it('is opened by F1 in its field, which Tab does not leave for it, and gives the focus back to it', async () => {
  render(
    <div {...helped}>
      <label id="hello" htmlFor="time">
        Hello time
      </label>
      <FieldHelp beside="hello" label={about.name} fields={[{ label: 'Hello time', field: hello }]} />
      <input id="time" />
    </div>,
  );
  const user = userEvent.setup();
  await user.tab();
  const field = screen.getByRole('textbox');
  expect(document.activeElement).toBe(field);
  const opener = screen.getByRole('button', { name: 'Explanation' });
  expect(opener.getAttribute('aria-describedby')).toBe(screen.getByText('Hello time').id);
  await user.keyboard('{F1}');
  await screen.findByRole('dialog', about);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(field);
});

it('closes when something else is pressed or gets the focus', async () => {
  const user = show();
  await user.click(screen.getByRole('button', about));
  await screen.findByRole('dialog', about);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says of several columns what each means', async () => {
  const fields = [
    { label: 'Hello time', field: hello },
    { label: 'Name', field: text({ label: 'Name', access: 'ro', maxLength: 8 }) },
  ];
  render(<FieldHelp label="Meaning of the columns" fields={fields} />);
  await userEvent.click(screen.getByRole('button', { name: 'Meaning of the columns' }));
  const panel = await screen.findByRole('dialog', { name: 'Meaning of the columns' });
  expect(
    within(panel)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual(['Hello time', 'Name']);
});
