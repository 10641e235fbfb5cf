import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { device } from '../../console/boot/device.ts';
import { failureText, NoAnswer } from '../../console/call/failure.ts';
import { confirm, warn } from '../../console/feedback/dialogs.ts';
import { type DeviceConstants, deviceConstants } from '../../console/session/constants.ts';
import { login, logout, NoSessionLeft } from '../../console/session/login.ts';
import { chooseLanguage, isLanguage } from '../../console/translations/language.ts';
import { useText } from '../../console/translations/use-text.ts';
import { enteredIn, goOn } from './entered.ts';
import { LoginForm } from './LoginForm.tsx';

/** Name of the route that a login leads to: 'Dashboard', 'Wizard_setupInfo', 'Wizard_setuptimeLocalCloud', or where a session was. */
export type AfterLogin = string;

interface LoginProps {
  readonly onLogin: (goTo: AfterLogin) => void;
  /** Called as soon as signing in begins, to fetch what is shown next meanwhile. */
  readonly onAttempt: () => void;
  /** The form that came with the page: what was typed there goes on here. */
  readonly served?: HTMLFormElement | undefined;
}

/**
 * The login page (docs/specification/product.md 2, "Login"). A stored session is ended when it opens. Wrong credentials
 * leave the page as it was, without a message; other obstacles are shown, and if all sessions are in use, the one that
 * was idle for longest can be ended.
 */
export default function Login({ onLogin, onAttempt, served }: LoginProps) {
  const t = useText();
  const [entered] = useState(() => enteredIn(served));
  const [username, setUsername] = useState(entered.username);
  const [password, setPassword] = useState(entered.password);
  const [loading, setLoading] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const constants = useRef<Promise<DeviceConstants>>(undefined);
  const id = useId();
  const title = `${device().modelName} Login`;

  async function attempt(name: string, secret: string, end?: string): Promise<boolean> {
    setLoading(true);
    onAttempt();
    try {
      return await login(name, secret, end);
    } catch (failure) {
      if (!(failure instanceof NoSessionLeft)) {
        void warn(failureText(failure, t));
        return false;
      }
      const { offered } = await import('./offered.ts');
      return (
        (await confirm(offered(failure.longestIdle, t), failureText(failure, t))) &&
        (await attempt(name, secret, failure.longestIdle.session))
      );
    } finally {
      setLoading(false);
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (loading) return;
    if (await attempt(username, password)) {
      const { configIsDefault } = await deviceConstants().catch(unknownConstants);
      if (configIsDefault) (await import('./followed.ts')).keepForWizard(password);
      onLogin(configIsDefault ? 'Wizard_setupInfo' : 'Dashboard');
    } else {
      setPassword('');
      passwordField.current?.focus();
    }
  }

  async function takeHandOver({ handOver }: DeviceConstants) {
    if (!handOver || !(await attempt(handOver.username, handOver.password))) return;
    const { handedOver } = await import('./followed.ts');
    onLogin(handedOver(handOver));
  }

  async function takeFollow(hash: string) {
    const { followed } = await import('./followed.ts');
    const goTo = await followed(hash, attempt);
    if (goTo !== undefined) onLogin(goTo);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done on load is done once.
  useEffect(() => {
    document.title = title;
    if (constants.current) return;
    if (isLanguage(entered.language)) void chooseLanguage(entered.language);
    constants.current = logout().then(deviceConstants);
    // As it is now: what is fetched for following puts the login page's own address there.
    const { hash } = window.location;
    // A session may come from another address of the switch (console/session/follow.ts).
    const isFollowed = hash.includes('ticket=');
    constants.current.then(isFollowed ? () => takeFollow(hash) : takeHandOver, (failure) => {
      if (!(failure instanceof NoAnswer)) throw failure;
    });
    if (form.current) goOn(form.current, entered);
  }, []);

  return (
    <LoginForm
      title={title}
      id={id}
      username={username}
      onUsername={setUsername}
      password={password}
      onPassword={setPassword}
      loading={loading}
      onSubmit={submit}
      form={form}
      passwordField={passwordField}
    />
  );
}

/** The device accepted the login and then did not answer: the dashboard will show its state. */
function unknownConstants(): DeviceConstants {
  return { configIsDefault: false };
}
