import { followUrl } from '../session/follow.ts';
import { goTo } from '../session/login-page.ts';
import { readGuard } from './reach-again.ts';

/**
 * A change was taken back, with this `managementGuard` as the answer: goes where the switch is again, where this session is at an
 * address that the change had brought.
 */
export function followBack(answer: unknown): void {
  const { address, ticket } = readGuard(answer);
  if (address !== '') goTo(followUrl(address, ticket));
}
