import type { CDPSession } from '@playwright/test';

/** Lets the browser paint no more than a corner of the page; all of it becomes visible again with another size. */
export async function paintCorner(session: CDPSession): Promise<void> {
  await session.send('Emulation.setVisibleSize', { width: 16, height: 16 });
}
