import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  changeNetwork,
  type HostDevice,
  hostDevices,
  ipRows,
  isPresent,
  portSettings,
  setKernelSettings,
} from '../host-network.ts';
import { mayLoadPrograms, ownRights } from '../host-rights.ts';
import { CommandError, runCommand } from '../run-command.ts';
import { type Exit, sortingProgram } from './program.ts';
import { PROGRAM_SECTION, programFile } from './program-file.ts';
import type { Scheduling } from './queue-tag.ts';

/**
 * The pair of devices that frames pass on their way to the queues of their port. Frames sent by ovs-vswitchd carry no
 * class of the kernel's, and occupy the one socket that it sends all by for as long as they wait; frames from the
 * second device have left the socket, and have the class stored in a tag.
 */
export const CARRIER = 'faceplate-q0';
const FAR_END = 'faceplate-q1';
const PAIR = [CARRIER, FAR_END];

/** Room for the largest frame with two tags. */
const LARGEST = 9300;

/** A port that frames leave by, and octets of its longest frame without FCS and C-tag. */
export interface QueuedPort {
  readonly port: number;
  readonly device: string;
  readonly longest: number;
}

/** The pair of devices, and the program that sorts what comes out of it. */
export class Carrier {
  /** The settings it was created with; undefined while there is none. */
  #made: string | undefined;
  /** Somebody else has changed it: what he put there would stay beside what is set again. */
  #isForeign = false;

  /** Makes the pair where it is missing. Resolves to whether it was: it is another one for the bridge then. */
  async ensure(): Promise<boolean> {
    const isNew = !isPresent(CARRIER);
    if (isNew) await changeNetwork([`link add ${CARRIER} type veth peer name ${FAR_END}`]);
    for (const device of PAIR) await setKernelSettings(portSettings(device));
    await changeNetwork(PAIR.map((device) => `link set dev ${device} nomaster mtu ${LARGEST} up`));
    const { stdout } = await runCommand('tc', ['qdisc', 'show', 'dev', FAR_END]);
    const hasHook = stdout.includes('clsact');
    if (hasHook && this.#isForeign) await runCommand('tc', ['qdisc', 'del', 'dev', FAR_END, 'clsact']);
    if (!hasHook || this.#isForeign) await runCommand('tc', ['qdisc', 'add', 'dev', FAR_END, 'clsact']);
    this.#isForeign = false;
    return isNew;
  }

  /** Sends what passes the pair out of these ports; a device that is not there is left out. */
  async leadTo(ports: readonly QueuedPort[], scheduling: Scheduling): Promise<void> {
    const rows = await ipRows('link', 'show');
    const numbers = new Map(rows.map(({ ifname, ifindex }) => [String(ifname), Number(ifindex)]));
    const exits = ports.flatMap(({ port, device, longest }): Exit[] => {
      const number = numbers.get(device);
      return number === undefined ? [] : [{ port, device: number, longest }];
    });
    await load(sortingProgram(exits, scheduling));
    this.#made = shapeOf(await hostDevices(), await programs());
  }

  /** Whether somebody else has changed it, or taken it away. Costs a program where there is one. */
  async isChanged(present: ReadonlyMap<string, HostDevice>): Promise<boolean> {
    if (this.#made === undefined) return false;
    this.#isForeign = shapeOf(present, await programs()) !== this.#made;
    return this.#isForeign;
  }

  /** Takes the pair away where it is there. */
  async remove(): Promise<void> {
    this.#made = undefined;
    if (isPresent(CARRIER)) await changeNetwork([`link delete dev ${CARRIER}`]);
  }
}

/** Settings of the pair. */
function shapeOf(present: ReadonlyMap<string, HostDevice>, sorting: string): string {
  const links = PAIR.map((name) => {
    const device = present.get(name);
    return device && [device.up, device.mtu, device.master?.name ?? null];
  });
  return JSON.stringify([links, sorting]);
}

/** Output of tc(8) on the sorting programs; each has a number of its own. */
async function programs(): Promise<string> {
  try {
    return (await runCommand('tc', ['filter', 'show', 'dev', FAR_END, 'ingress'])).stdout;
  } catch (error) {
    if (error instanceof CommandError && !error.missing) return '';
    throw error;
  }
}

/** Has the kernel run a program on what comes out of the pair. */
async function load(program: Uint8Array): Promise<void> {
  if (!mayLoadPrograms(await ownRights())) {
    throw new Error('Queues need CAP_BPF, which the agent does not have (docs/installation.md says how to add it).');
  }
  const folder = await mkdtemp(join(tmpdir(), 'faceplate-'));
  try {
    const file = join(folder, 'sort.o');
    await writeFile(file, programFile(program));
    const place = ['dev', FAR_END, 'ingress', 'pref', '1', 'handle', '1'];
    await runCommand('tc', [
      'filter',
      'replace',
      ...place,
      'bpf',
      'direct-action',
      'object-file',
      file,
      'section',
      PROGRAM_SECTION,
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
