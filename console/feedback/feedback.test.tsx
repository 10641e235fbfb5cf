// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askPassword } from './ask-password.tsx';
import { confirm, dialogs, sayThatSessionEnded, warn } from './dialogs.ts';
import { FeedbackHost } from './FeedbackHost.tsx';
import { whileBlocked } from './indicator.ts';
import { toast, toasts } from './toast.ts';

beforeEach(() => {
  dialogs.set([]);
  toasts.set([]);
  render(<FeedbackHost />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a toast', () => {
  it('is spoken, and goes after 2000 ms', () => {
    vi.useFakeTimers();
    act(() => toast('Success.'));
    expect(screen.getByRole('status').textContent).toContain('Success.');
    act(() => vi.advanceTimersByTime(1999));
    expect(toasts.get()).toHaveLength(1);
    act(() => vi.advanceTimersByTime(1));
    expect(toasts.get()).toHaveLength(0);
  });

  it('can be closed before', async () => {
    act(() => toast('Success.'));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Success.')).toBeNull();
  });
});

describe('the question for the password', () => {
  it('says under the field what is wrong with the one before, and above it still what it is for', async () => {
    let answer = Promise.resolve<string | undefined>(undefined);
    act(() => {
      answer = askPassword('Enter your password.', 'The password is not correct.');
    });
    const field = screen.getByLabelText('Password');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const wrong = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(wrong?.textContent).toBe('The password is not correct.');
    expect(screen.getByRole('dialog').textContent).toContain('Enter your password.');
    await userEvent.type(field, 'right{Enter}');
    expect(await answer).toBe('right');
  });
});

describe('a question', () => {
  it('stands under "Please confirm" with OK and Cancel', async () => {
    let answer = confirm('Delete VLAN 20?');
    const dialog = await screen.findByRole('dialog', { name: 'Please confirm' });
    expect(dialog.textContent).toContain('Delete VLAN 20?');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await answer).toBe(false);
    answer = confirm('Delete VLAN 20?');
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
    expect(await answer).toBe(true);
  });

  it('waits its turn', async () => {
    const first = confirm('First?');
    const second = confirm('Second?');
    await screen.findByText('First?');
    expect(screen.queryByText('Second?')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(await first).toBe(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await second).toBe(false);
  });
});

describe('a message', () => {
  it('that a browser closes by itself is answered, and that of the end of the session stays', async () => {
    const close = (dialog: HTMLElement) => act(() => dialog instanceof HTMLDialogElement && dialog.close());
    const question = confirm('Delete VLAN 20?');
    close(await screen.findByRole('dialog'));
    expect(await question).toBe(false);
    act(() => void sayThatSessionEnded('Please sign in again.'));
    close(await screen.findByRole('alertdialog'));
    expect(screen.getByRole('alertdialog').hasAttribute('open')).toBe(true);
  });

  it('is not shown twice at a time', () => {
    act(() => {
      void warn('Network Error');
      void warn('Network Error');
    });
    expect(dialogs.get()).toHaveLength(1);
  });

  it('of the end of the session puts away what waits, and has only OK', async () => {
    const question = confirm('Delete VLAN 20?');
    const ended = sayThatSessionEnded('Please sign in again.');
    expect(await question).toBe(false);
    await screen.findByText('Please sign in again.');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(await ended).toBe(true);
  });
});

describe('the blocking indicator', () => {
  it('stands while work runs, and goes also when it fails', async () => {
    let fail = (_: Error) => {};
    const work = new Promise<void>((_, reject) => {
      fail = reject;
    });
    const blocked = expect(whileBlocked('Save Settings to Flash', () => work)).rejects.toThrow('broken');
    await screen.findByText('Save Settings to Flash');
    // A browser gives the focus back to what had it only where the dialog is closed before it goes.
    const closed = vi.fn();
    screen.getByText('Save Settings to Flash').closest('dialog')?.addEventListener('close', closed);
    fail(new Error('broken'));
    await blocked;
    await waitFor(() => expect(screen.queryByText('Save Settings to Flash')).toBeNull());
    expect(closed).toHaveBeenCalledOnce();
  });
});
