import { access } from 'node:fs/promises';
import { runCommand } from './run-command.ts';

/** What forwards the bridge's frames: Open vSwitch's module in the kernel, or ovs-vswitchd itself. */
export type Forwarder = 'system' | 'netdev';

const MODULE = 'openvswitch';

/** Whether the kernel has Open vSwitch's module, loaded now where that is allowed. */
export async function kernelForwards(): Promise<boolean> {
  const isThere = () =>
    access(`/sys/module/${MODULE}`).then(
      () => true,
      () => false,
    );
  if (await isThere()) return true;
  await runCommand('modprobe', ['-q', MODULE]).catch(() => {});
  return isThere();
}

/** Rejects with one sentence where the kernel is to forward and cannot. */
export async function requireForwarder(forwarder: Forwarder): Promise<void> {
  if (forwarder === 'netdev' || (await kernelForwards())) return;
  throw new Error(
    'The kernel of this host has no Open vSwitch datapath: load its module (modprobe openvswitch), or start with --ovs-datapath netdev.',
  );
}
