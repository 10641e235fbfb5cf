import { LogOut } from 'lucide-react';
import type { Action } from '../navigation/action.ts';
import { drafts } from './drafts.ts';
import { logout } from './login.ts';
import { goToLogin } from './login-page.ts';

/** Ends the session, with everything that was typed and not applied. */
export const signOut: Action = {
  name: 'logout',
  title: 'Log out',
  keywords: 'logout leave end session',
  icon: LogOut,
  risk: 'session',
  run: async () => {
    drafts.forgetAll();
    await logout();
    goToLogin();
  },
};
