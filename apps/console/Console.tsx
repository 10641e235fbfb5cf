import type { AfterLogin } from '../../features/login/Login.tsx';

/** The console behind the login. */
export default function Console({ start }: { readonly start: AfterLogin | undefined }) {
  return <p>{start}</p>;
}
