import type { DeviceConstants } from '../../console/session/constants.ts';
import { readFollow } from '../../console/session/follow.ts';
import { sessionPaths } from '../../console/session/login-page.ts';
import { wizardDraft } from '../../console/session/wizard-draft.ts';

/**
 * Logs in a session that comes from another address of the switch, by the data in the browser's address (`hash`); its
 * wizard finds nothing of what it had collected. Resolves to the name of the route to continue at; undefined if the
 * login is refused.
 */
export async function followed(
  hash: string,
  logIn: (name: string, ticket: string) => Promise<boolean>,
): Promise<string | undefined> {
  const follow = readFollow(hash);
  if (!follow) return undefined;
  window.history.replaceState(null, '', `#${sessionPaths().login}`);
  if (!(await logIn(follow.username, follow.ticket))) return undefined;
  const { goTo } = follow;
  wizardDraft.clear();
  wizardDraft.change({ switchManagement: goTo === 'Wizard_setuptimeLocalCloud' ? '1' : '2', more: { moved: '1' } });
  return goTo;
}

/** Hands the wizard what the device's start-up constants gave for the cloud, and answers the name of the route that it goes on at. */
export function handedOver(handOver: NonNullable<DeviceConstants['handOver']>): string {
  wizardDraft.change({ ...handOver, switchManagement: '1' });
  return 'Wizard_setuptimeLocalCloud';
}

/** Keeps the password for the wizard's step of the account, which follows: it is not asked for twice. */
export function keepForWizard(currentPassword: string): void {
  wizardDraft.change({ currentPassword });
}
