// @vitest-environment happy-dom
import { generateKeyPairSync } from 'node:crypto';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dialogs } from '../../console/feedback/dialogs.ts';
import { session } from '../../console/session/session.ts';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import { enteredIn } from './entered.ts';
import Login from './Login.tsx';
import { servedLogin } from './served-login.tsx';

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

let asked: string[] = [];
let constants = '';
let accepts = true;
/** The device's refusal, if any. */
let refusal: { error: { code: number; message: string }; longestIdle?: object };
/** The session that each login asked to end. */
let ends: (string | null)[] = [];
/** Lets the login answer go. */
let answerLogin = Promise.resolve();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  wizardDraft.clear();
  dialogs.set([]);
  asked = [];
  constants = 'ConfigIsDefault = 0^,';
  accepts = true;
  refusal = { error: { code: 8702, message: 'The user name or the password is wrong.' } };
  ends = [];
  answerLogin = Promise.resolve();
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, 'http://switch.lan').pathname.split('/').at(-1) ?? '';
    asked.push(path);
    if (path === 'public_key.js') return new Response(`// nonce: 1\n${publicKey}`);
    if (path === 'const_common.js') return new Response(constants);
    if (path !== 'login_data.js') return new Response('');
    await answerLogin;
    const end = new URL(address, 'http://switch.lan').searchParams.get('end');
    ends.push(end);
    const isLetIn = accepts || (refusal.longestIdle !== undefined && end !== null);
    return new Response(JSON.stringify(isLetIn ? { error: { code: 0, message: '' }, gambit: 'token' } : refusal));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const onLogin = vi.fn();
const show = async () => {
  onLogin.mockReset();
  render(<Login onLogin={onLogin} onAttempt={() => undefined} />);
  await waitFor(() => expect(asked).toContain('const_common.js'));
};
const signIn = async () => {
  await userEvent.type(screen.getByLabelText('Username'), 'admin');
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
};

describe('the login page', () => {
  it('ends a stored session when it opens, before anything else', async () => {
    session.open('old', 'admin');
    await show();
    expect(asked).toEqual(['logout.js', 'const_common.js']);
    expect(session.gambit).toBe('');
  });

  it('signs in by Enter and goes to the dashboard', async () => {
    await show();
    await signIn();
    await waitFor(() => expect(onLogin).toHaveBeenCalledWith('Dashboard'));
    expect(session.gambit).toBe('token');
  });

  it('goes to the wizard while the configuration is still the default', async () => {
    constants = 'ConfigIsDefault = 1^,';
    await show();
    await signIn();
    await waitFor(() => expect(onLogin).toHaveBeenCalledWith('Wizard_setupInfo'));
    // The wizard does not ask for the password again.
    expect(wizardDraft.get().currentPassword).toBe('secret');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('secret');
  });

  it('takes a session on that comes from another address of the switch, and leaves no ticket behind', async () => {
    window.location.hash = '#/login?username=admin&ticket=a-ticket&goTo=Wizard_WizardApply';
    await show();
    await waitFor(() => expect(onLogin).toHaveBeenCalledWith('Wizard_WizardApply'));
    expect(session.gambit).toBe('token');
    expect(window.location.hash).not.toContain('ticket');
    expect(wizardDraft.get().more).toEqual({ moved: '1' });
  });

  it('asks for the password where a ticket is too old', async () => {
    window.location.hash = '#/login?username=admin&ticket=a-ticket&goTo=Dashboard';
    accepts = false;
    await show();
    await waitFor(() => expect(asked).toContain('login_data.js'));
    expect(onLogin).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy();
  });

  it('shows that it is at work, and does not send twice', async () => {
    let go = () => {};
    answerLogin = new Promise((resolve) => {
      go = resolve;
    });
    await show();
    await signIn();
    const button = screen.getByRole('button', { name: 'Login' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await waitFor(() => expect(asked).toContain('login_data.js'));
    await userEvent.click(button);
    go();
    await waitFor(() => expect(onLogin).toHaveBeenCalledOnce());
    expect(asked.filter((path) => path === 'login_data.js')).toHaveLength(1);
  });

  it('says nothing after a refusal and lets one try again', async () => {
    accepts = false;
    await show();
    const before = document.body.textContent;
    await signIn();
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    await waitFor(() => expect(password.value).toBe(''));
    expect(document.body.textContent).toBe(before);
    expect(dialogs.get()).toEqual([]);
    expect(document.activeElement).toBe(password);
    expect(onLogin).not.toHaveBeenCalled();
  });

  it('says why where it is not the credentials', async () => {
    accepts = false;
    refusal = {
      error: { code: 8703, message: 'Logins from this address are refused for 10 minutes after 3 failures.' },
    };
    await show();
    await signIn();
    await waitFor(() => expect(dialogs.get().map(({ text }) => text)).toEqual([refusal.error.message]));
    expect(onLogin).not.toHaveBeenCalled();
  });

  it('offers to end the session that was idle for longest where all are taken, and logs in then', async () => {
    accepts = false;
    const longestIdle = { session: 's1', remoteAddress: '192.0.2.7', idle: 130 };
    refusal = { error: { code: 8704, message: 'Only 4 sessions can be open at the same time.' }, longestIdle };
    await show();
    await signIn();
    await waitFor(() => expect(dialogs.get()).toHaveLength(1));
    const [question] = dialogs.get();
    expect(question).toMatchObject({ kind: 'confirm', detail: refusal.error.message });
    expect(question?.text).toContain('192.0.2.7, idle for 2 min');
    act(() => question?.answer(true));
    await waitFor(() => expect(onLogin).toHaveBeenCalledWith('Dashboard'));
    expect(ends).toEqual([null, 's1']);
  });

  it('ends no session that was not given up', async () => {
    accepts = false;
    const longestIdle = { session: 's1', remoteAddress: '192.0.2.7', idle: 130 };
    refusal = { error: { code: 8704, message: 'Only 4 sessions can be open at the same time.' }, longestIdle };
    await show();
    await signIn();
    await waitFor(() => expect(dialogs.get()).toHaveLength(1));
    act(() => dialogs.get()[0]?.answer(false));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(''));
    expect(ends).toEqual([null]);
    expect(onLogin).not.toHaveBeenCalled();
  });

  it('says so where the device does not answer', async () => {
    await show();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('down')));
    await signIn();
    await waitFor(() => expect(dialogs.get().map(({ text }) => text)).toEqual(['Network Error']));
  });

  it('shows and hides the password', async () => {
    await show();
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    const toggle = screen.getByRole('button', { name: 'Show password' });
    await userEvent.click(toggle);
    expect(password.type).toBe('text');
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(toggle);
    expect(password.type).toBe('password');
  });

  it('tells of caps lock while it is on', async () => {
    await show();
    const user = userEvent.setup();
    await user.click(screen.getByLabelText('Password'));
    expect(screen.queryByText('Caps lock is On')).toBeNull();
    await user.keyboard('{CapsLock}a');
    expect(screen.getByText('Caps lock is On')).toBeTruthy();
    await user.keyboard('{CapsLock}a');
    expect(screen.queryByText('Caps lock is On')).toBeNull();
  });

  it('follows a hand-over of the wizard by itself', async () => {
    constants =
      'ConfigIsDefault = 1^,wizard_DHCP^,wizard_username:admin^,wizard_password:ticket^,wizard_currentpassword:c';
    await show();
    await waitFor(() => expect(onLogin).toHaveBeenCalledWith('Wizard_setuptimeLocalCloud'));
    expect(wizardDraft.get()).toMatchObject({ username: 'admin', switchManagement: '1', currentPassword: 'c' });
  });
});

describe('a form that came with the page', () => {
  /** As the build draws it, at the place where the login page is going to be. */
  const served = () => {
    document.body.innerHTML = servedLogin('TPE-2840WS');
    const form = document.querySelector('form');
    if (!form) throw new Error('The page has no form.');
    return { form, input: (label: string) => screen.getByLabelText<HTMLInputElement>(label) };
  };
  const takeOver = async (form: HTMLFormElement) => {
    render(<Login served={form} onLogin={onLogin} onAttempt={() => undefined} />);
    form.closest('main')?.remove();
    await waitFor(() => expect(asked).toContain('const_common.js'));
  };
  beforeEach(() => onLogin.mockReset());

  it('sends nothing by itself', () => {
    const { form } = served();
    expect(form.method).toBe('dialog');
    expect([...new FormData(form)]).toEqual([]);
  });

  it('hands over what was typed, with caret and focus', async () => {
    const { form, input } = served();
    input('Username').value = 'admin';
    input('Password').value = 'secret';
    input('Password').focus();
    input('Password').setSelectionRange(2, 4);
    await takeOver(form);
    expect([input('Username').value, input('Password').value]).toEqual(['admin', 'secret']);
    expect(document.activeElement).toBe(input('Password'));
    expect([input('Password').selectionStart, input('Password').selectionEnd]).toEqual([2, 4]);
    expect(asked).not.toContain('login_data.js');
  });

  it('says which language was chosen', () => {
    const { form } = served();
    const select = form.querySelector('select');
    if (select) select.value = 'de';
    expect(enteredIn(form).language).toBe('de');
  });

  it('that was sent is sent', async () => {
    const { form, input } = served();
    input('Username').value = 'admin';
    input('Password').value = 'secret';
    screen.getByRole('button', { name: 'Login' }).setAttribute('aria-disabled', 'true');
    await takeOver(form);
    await waitFor(() => expect(onLogin).toHaveBeenCalledWith('Dashboard'));
  });

  it('counts only as long as it is shown', async () => {
    const { form, input } = served();
    input('Username').value = 'admin';
    form.remove();
    await takeOver(form);
    expect(input('Username').value).toBe('');
  });
});
