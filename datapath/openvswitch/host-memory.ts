import { mkdir, open, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRecord } from '../../model/values/json-record.ts';
import {
  changeNetwork,
  type HostDevice,
  hostDevices,
  kernelSettings,
  portSettings,
  setKernelSettings,
} from './host-network.ts';

/** How a device was before the switch took it. */
interface FormerDevice {
  readonly up: boolean;
  readonly mtu: number;
  /** The bridge or bond that it was in. */
  readonly master?: string | undefined;
  readonly settings: readonly (readonly [path: string, value: string])[];
}

/**
 * How the host's devices were found, to be put back at the end. It is kept in a file, so that an agent that takes over
 * after another one's death does not take that one's settings for the host's own.
 */
export class HostMemory {
  readonly #folder: () => string;
  readonly #failed: (error: unknown) => void;
  #file = '';
  #devices: Map<string, FormerDevice> | undefined;
  /** Devices that were noted by this object, not found in the file. */
  readonly #noted = new Set<string>();

  /** The file is in the folder that there is when it is read; `failed` hears why it could not be written. */
  constructor(folder: () => string, failed: (error: unknown) => void) {
    this.#folder = folder;
    this.#failed = failed;
  }

  /** Notes how devices are among those of the host, unless they were noted before; all that are new in one write. */
  async remember(names: readonly string[], present: ReadonlyMap<string, HostDevice>): Promise<void> {
    const devices = await this.#load();
    const unknown = names.filter((name) => !devices.has(name));
    const taken = unknown.flatMap((name) => present.get(name) ?? []);
    for (const device of taken) {
      devices.set(device.name, { ...formerly(device), settings: settingsOf(device.name) });
      this.#noted.add(device.name);
    }
    if (taken.length > 0) await this.#save(devices);
  }

  /** Whether a device was noted, by this object or by that of a former agent. */
  async knows(device: string): Promise<boolean> {
    return (await this.#load()).has(device);
  }

  /** The devices that were noted, by this object or by that of a former agent. */
  async names(): Promise<readonly string[]> {
    return [...(await this.#load()).keys()];
  }

  /** Puts noted devices back that are none of these: ports of a former agent that was started with others. */
  async restoreOthers(devices: Iterable<string>): Promise<void> {
    const kept = new Set(devices);
    const others = (await this.names()).filter((name) => !kept.has(name));
    // A device that refuses is no obstacle to the ports.
    await this.#restore(others).catch((error: unknown) => this.#failed(error));
  }

  /** Puts every noted device back to what it was, as far as it is still there, and forgets. */
  async restore(): Promise<void> {
    await this.#restore(await this.names());
  }

  /** As `restore`, of what was noted since this object was made: a former agent's devices stay as they are. */
  async restoreNoted(): Promise<void> {
    await this.#restore([...this.#noted]);
  }

  async #restore(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const present = await hostDevices();
    const devices = await this.#load();
    for (const device of names) {
      const former = devices.get(device);
      devices.delete(device);
      if (!former || !present.has(device)) continue;
      const { up, mtu, master, settings } = former;
      await setKernelSettings(settings);
      await changeNetwork([
        `link set dev ${device} mtu ${mtu}`,
        `link set dev ${device} ${up ? 'up' : 'down'}`,
        ...(master !== undefined && present.has(master) ? [`link set dev ${device} master ${master}`] : []),
      ]);
    }
    this.#noted.clear();
    if (devices.size > 0) {
      await this.#save(devices);
      return;
    }
    this.#devices = undefined;
    await rm(this.#file, { force: true }).catch((error: unknown) => this.#failed(error));
    // The folder goes when nothing else is in it.
    await rmdir(dirname(this.#file)).catch(() => {});
  }

  /** Replaces the file in one step. If that fails, this object still knows; only a later agent does not. */
  async #save(devices: ReadonlyMap<string, FormerDevice>): Promise<void> {
    const temporary = `${this.#file}.new`;
    try {
      await mkdir(dirname(this.#file), { recursive: true });
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(JSON.stringify([...devices]));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#file);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      this.#failed(error);
    }
  }

  async #load(): Promise<Map<string, FormerDevice>> {
    if (!this.#devices) {
      this.#file = join(this.#folder(), 'host.json');
      const text = await readFile(this.#file, 'utf8').catch(() => '[]');
      this.#devices = new Map(parse(text));
    }
    return this.#devices;
  }
}

const formerly = ({ up, mtu, master }: HostDevice) => ({ up, mtu, master: master?.name });

/** The settings of a device that the switch is going to change, as they are. */
function settingsOf(device: string): [path: string, value: string][] {
  return kernelSettings(portSettings(device).map(([path]) => path));
}

/** Reads the file; what is damaged is left out. */
function parse(text: string): [string, FormerDevice][] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    return [];
  }
  const devices: [string, FormerDevice][] = [];
  for (const row of Array.isArray(rows) ? rows : []) {
    const [device, former] = Array.isArray(row) ? row : [];
    if (typeof device !== 'string' || !isRecord(former)) continue;
    const { up, mtu, master, settings } = former;
    if (typeof up !== 'boolean' || typeof mtu !== 'number' || !Array.isArray(settings)) continue;
    const settingsThen = settings.filter(isSetting);
    devices.push([device, { up, mtu, ...(typeof master === 'string' && { master }), settings: settingsThen }]);
  }
  return devices;
}

function isSetting(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}
