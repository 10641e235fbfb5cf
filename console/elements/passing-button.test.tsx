// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { PassingButton } from './PassingButton.tsx';

afterEach(cleanup);

function Rollout({ resumes }: { readonly resumes: boolean }) {
  const [isRunning, setIsRunning] = useState(true);
  return (
    <main>
      <h1 tabIndex={-1}>Rollout</h1>
      <div>
        {isRunning && <PassingButton onClick={() => setIsRunning(false)}>Stop</PassingButton>}
        {!isRunning && resumes && <PassingButton>Resume</PassingButton>}
        {resumes && <PassingButton>Abort</PassingButton>}
      </div>
    </main>
  );
}

const stop = () => {
  const button = screen.getByRole('button', { name: 'Stop' });
  button.focus();
  fireEvent.click(button);
};

it('leaves the focus to the button that takes its place', async () => {
  render(<Rollout resumes />);
  stop();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Resume'));
});

it('leaves the focus to the heading where nothing takes its place', async () => {
  render(<Rollout resumes={false} />);
  stop();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Rollout'));
});
