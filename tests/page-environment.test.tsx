// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

afterEach(cleanup);

const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

it('queries by role follow what is shown and hidden, also by a style sheet', () => {
  const view = render(
    <>
      <button type="button">plain</button>
      <button type="button" className="late">
        late
      </button>
      <div>
        <button type="button">inside</button>
      </div>
    </>,
  );
  expect(buttons()).toEqual(['plain', 'late', 'inside']);
  const [plain, , inside] = screen.getAllByRole('button');
  const around = inside?.parentElement;
  plain?.style.setProperty('display', 'none');
  around?.setAttribute('hidden', '');
  expect(buttons()).toEqual(['late']);
  plain?.style.removeProperty('display');
  around?.removeAttribute('hidden');
  expect(buttons()).toEqual(['plain', 'late', 'inside']);
  const sheet = document.createElement('style');
  sheet.textContent = '.late { display: none }';
  view.container.append(sheet);
  expect(buttons()).toEqual(['plain', 'inside']);
  sheet.remove();
  expect(buttons()).toEqual(['plain', 'late', 'inside']);
});

it('queries by role find what is in a dialog only while that is open', () => {
  const view = render(
    <dialog>
      <button type="button">asked</button>
    </dialog>,
  );
  const dialog = view.container.querySelector('dialog');
  expect(buttons()).toEqual([]);
  dialog?.showModal();
  expect(buttons()).toEqual(['asked']);
  dialog?.close();
  expect(buttons()).toEqual([]);
});

it('what is waited for in vain is said with the document as it stood', async () => {
  render(<p>so it stood</p>);
  const inVain = waitFor(() => screen.getByRole('button', { name: 'nowhere' }), { timeout: 1 });
  await expect(inVain).rejects.toThrow(/nowhere[\s\S]*so it stood/);
});
