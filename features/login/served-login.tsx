import { renderToString } from 'react-dom/server';
import { LoginForm } from './LoginForm.tsx';

const nothing = () => undefined;

/** The login form as HTML, in English and for a device of the model `name`, as it is before anything is typed. For the build. */
export function servedLogin(name: string): string {
  return renderToString(
    <LoginForm
      title={`${name} Login`}
      id="served"
      username=""
      onUsername={nothing}
      password=""
      onPassword={nothing}
      loading={false}
    />,
  );
}
