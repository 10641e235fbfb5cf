import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatapathEvents } from '../../datapath/datapath.ts';
import type { Forwarder } from '../../datapath/openvswitch/forwarder.ts';
import { wordsOf } from '../../model/values/message.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { DriverProcess } from './driver-process.ts';

/** A switch in a lab: the driver on an Open vSwitch of its own, and what is needed to make faults. */
export interface OpenVSwitchBench {
  readonly lab: Lab;
  /** The folder of the private Open vSwitch. */
  readonly directory: string;
  /** What the drivers reported, oldest first. */
  readonly reports: readonly string[];
  /** Starts another driver, on the same folder where no other one is named. */
  startDriver(options?: {
    readonly ovsdb?: string;
    readonly ports?: readonly string[];
    readonly directory?: string;
    readonly takesUsed?: boolean;
    readonly forwarder?: Forwarder;
    readonly environment?: Readonly<Record<string, string>>;
  }): Promise<DriverProcess>;
  /** Removes everything. */
  close(): Promise<void>;
}

/** Makes a bench with hosts 10.0.0.1, 10.0.0.2, … at the ports. */
export async function createBench(ports: number): Promise<OpenVSwitchBench> {
  const home = await mkdtemp(join(tmpdir(), 'fpovs-'));
  const directory = join(home, 'ovs');
  const lab = await createLab({ ports });
  for (const host of lab.hosts) await host.address(`10.0.0.${host.port}/24`);
  const reports: string[] = [];
  const events: DatapathEvents = {
    portChanged() {},
    framePunted() {},
    report: (_level, message) => reports.push(wordsOf(message)),
  };
  return {
    lab,
    directory,
    reports,
    async startDriver(options = {}) {
      const driver = new DriverProcess(lab.switch, { ports: lab.ports, directory, ...options });
      await driver.start(events);
      return driver;
    },
    async close() {
      await lab.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
