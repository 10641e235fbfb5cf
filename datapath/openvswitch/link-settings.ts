import type { EnergyState, PortFacts } from '../datapath.ts';
import type { PortMode } from '../plan.ts';
import { forcedMode } from '../port-mode.ts';
import { isEnergyEfficient, parseEnergyState } from './energy-words.ts';
import { sectionsByDevice } from './ethtool-sections.ts';
import { runCommand } from './run-command.ts';

/** Settings that a device's driver supports. */
export interface LinkAbilities {
  readonly mode: boolean;
  readonly flowControl: boolean;
  readonly media: PortFacts['media'];
  /** Megabits per second, ascending. */
  readonly speeds: readonly number[];
  /** Whether its link can sleep while idle. */
  readonly energyEfficient: boolean;
}

/** If a driver does not report its speeds: what software devices run at. */
const UNTOLD_SPEEDS = [10_000];

/**
 * Asks ethtool what devices can do; one that says nothing (a veth) can be set to nothing. All devices of the host answer at once:
 * a program for each question of each port would take longer than the rest of a start.
 */
export async function linkAbilities(devices: readonly string[]): Promise<ReadonlyMap<string, LinkAbilities>> {
  const [settings, pause, energy] = await Promise.all([everyDevice(), everyDevice('-a'), everyDevice('--show-eee')]);
  return new Map(
    devices.map((device) => [device, abilitiesOf(settings.get(device), pause.get(device), energy.get(device))]),
  );
}

function abilitiesOf(settings = '', pause = '', energy: string | undefined): LinkAbilities {
  const modes = /Supported link modes:([\s\S]*?)Supported pause/.exec(settings)?.[1] ?? '';
  const speeds = [...new Set([...modes.matchAll(/(\d+)base/g)].map(([, speed]) => Number(speed)))].sort(
    (a, b) => a - b,
  );
  return {
    mode: speeds.length > 0,
    flowControl: /RX:/.test(pause),
    media: /Supported ports:.*FIBRE/.test(settings) ? 'fiber' : 'copper',
    speeds: speeds.length > 0 ? speeds : UNTOLD_SPEEDS,
    energyEfficient: energy !== undefined && isEnergyEfficient(energy),
  };
}

/** Sets how a device negotiates. */
export async function setPortMode(device: string, mode: PortMode): Promise<void> {
  const forced = forcedMode(mode);
  const settings = forced
    ? ['autoneg', forced.speed >= 1000 ? 'on' : 'off', 'speed', String(forced.speed), 'duplex', forced.duplex]
    : ['autoneg', 'on'];
  await runCommand('ethtool', ['-s', device, ...settings]);
}

/** Allows a link to sleep while idle, or keeps it awake; if that changes, the link renegotiates. */
export async function setEnergyEfficient(device: string, on: boolean): Promise<void> {
  await runCommand('ethtool', ['--set-eee', device, 'eee', on ? 'on' : 'off']);
}

/** The present EEE state of a device's link; undefined if the device does not report it. */
export async function energyStateOf(device: string): Promise<EnergyState | undefined> {
  const told = await ethtool(['--show-eee', device]);
  return told === undefined ? undefined : parseEnergyState(told);
}

/** Sets IEEE 802.3 pause frames in both directions. */
export async function setFlowControl(device: string, on: boolean): Promise<void> {
  const word = on ? 'on' : 'off';
  await runCommand('ethtool', ['-A', device, 'rx', word, 'tx', word]);
}

async function ethtool(parameters: readonly string[]): Promise<string | undefined> {
  try {
    return (await runCommand('ethtool', parameters)).stdout;
  } catch {
    return undefined;
  }
}

/** What ethtool says of every device of the host that answers the question: "Settings for eth0:", and lines below it. */
async function everyDevice(...question: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return sectionsByDevice((await ethtool([...question, '*'])) ?? '');
}
