import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeNetwork, ipRows, isPresent, portSettings, setKernelSettings } from '../host-network.ts';
import { runCommand } from '../run-command.ts';
import { type Exit, sortingProgram } from './program.ts';
import { PROGRAM_SECTION, programFile } from './program-file.ts';
import type { Scheduling } from './queue-tag.ts';

/**
 * The pair of devices that frames pass on their way to the queues of their port. What ovs-vswitchd sends carries no class of the
 * kernel's, and takes room in the one socket that it sends all by for as long as it waits; what comes out of the second device has
 * left the socket, and has the class that a tag noted.
 */
export const CARRIER = 'faceplate-q0';
const FAR_END = 'faceplate-q1';

/** Room for the largest frame with two tags. */
const LARGEST = 9300;

/** A port that frames leave by, and octets of its longest frame without FCS and C-tag. */
export interface QueuedPort {
  readonly port: number;
  readonly device: string;
  readonly longest: number;
}

/** Makes the pair where it is missing. */
export async function ensureCarrier(): Promise<void> {
  if (!isPresent(CARRIER)) await changeNetwork([`link add ${CARRIER} type veth peer name ${FAR_END}`]);
  for (const device of [CARRIER, FAR_END]) await setKernelSettings(portSettings(device));
  await changeNetwork([CARRIER, FAR_END].map((device) => `link set dev ${device} mtu ${LARGEST} up`));
  const { stdout } = await runCommand('tc', ['qdisc', 'show', 'dev', FAR_END]);
  if (!stdout.includes('clsact')) await runCommand('tc', ['qdisc', 'add', 'dev', FAR_END, 'clsact']);
}

/** Sends what passes the pair out of these ports; a device that is not there is left out. */
export async function leadTo(ports: readonly QueuedPort[], scheduling: Scheduling): Promise<void> {
  const rows = await ipRows('link', 'show');
  const numbers = new Map(rows.map(({ ifname, ifindex }) => [String(ifname), Number(ifindex)]));
  const exits = ports.flatMap(({ port, device, longest }): Exit[] => {
    const number = numbers.get(device);
    return number === undefined ? [] : [{ port, device: number, longest }];
  });
  const folder = await mkdtemp(join(tmpdir(), 'faceplate-'));
  try {
    const file = join(folder, 'sort.o');
    await writeFile(file, programFile(sortingProgram(exits, scheduling)));
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

/** Takes the pair away where it is there. */
export async function removeCarrier(): Promise<void> {
  if (isPresent(CARRIER)) await changeNetwork([`link delete dev ${CARRIER}`]);
}
