import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '../../apps/device/features.ts';
import { type SwitchModel, switchModels } from '../../apps/device/models.ts';
import { ManualClock } from '../../datapath/clock.ts';
import type { Connection, Datapath, DatapathEvents, ManagementPath } from '../../datapath/datapath.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import { createVirtualDatapath } from '../../datapath/virtual/create-virtual-datapath.ts';
import type { ScenarioInput } from '../../datapath/virtual/scenario/scenario.ts';
import { type Cable, type Station, VirtualDatapath } from '../../datapath/virtual/virtual-datapath.ts';
import type { CloudPlace } from '../../device/cloud/cloud-place.ts';
import type { KeyPair } from '../../device/console-settings.ts';
import { provingReads } from '../../device/contribution-testing.ts';
import type { DeviceFeature } from '../../device/feature.ts';
import type { StartedImage } from '../../device/firmware/firmware-control.ts';
import { type FlashFiles, hostFiles } from '../../device/flash/flash-files.ts';
import type { StoredConfiguration } from '../../device/flash/stored-configuration.ts';
import { builtConsole } from '../../device/http/built-console.ts';
import { Connections } from '../../device/http/connections.ts';
import { ConsoleSources } from '../../device/http/console-sources.ts';
import { consoleListener } from '../../device/http/listener.ts';
import { OwnNames } from '../../device/http/own-names.ts';
import { startWebServer } from '../../device/http/web-server.ts';
import { weakSecrets } from '../../device/sessions/testing.ts';
import { Revision } from '../../device/switch/revision.ts';
import { StandingAnswers } from '../../device/switch/standing-answers.ts';
import { startSwitch } from '../../device/switch/switch.ts';
import type { RunningSwitch } from '../../device/switch/switch-options.ts';
import { NO_PORTS } from '../../model/values/port-list.ts';
import { AgentClient } from './agent-client.ts';
import { filesInMemory, filesKeptFor, forgetFiles } from './files-in-memory.ts';

/** The first password of the agents under test. */
export const PASSWORD = 'first-Passw0rd';

/** The station that sessions count as coming from. */
export const ADMINISTRATOR: ManagementPath = { port: 1, vlan: 1, clientMac: '02-00-00-00-00-01' };

/** What a test may have otherwise. */
export interface TestAgentOptions {
  /** Kept over a restart of the test's agent; default a fresh one. */
  readonly directory?: string;
  readonly model?: string;
  /** Default files in memory; those of the host in a folder of it that is given, and beside firmware. */
  readonly files?: FlashFiles;
  /** What is plugged in; default nothing. */
  readonly scenario?: ScenarioInput | 'office';
  /** What it begins with at its first start, given the model; default the factory's settings. */
  readonly delivered?: (model: SwitchModel) => Promise<StoredConfiguration | undefined>;
  /** How sessions come in; default past the switch. */
  readonly locate?: (connection: Connection) => ManagementPath | undefined | Promise<ManagementPath | undefined>;
  /** The host's date, milliseconds since 1970; default the real one. */
  readonly hostTime?: () => number;
  /** The image that its process was started with; default: without a boot program. */
  readonly firmware?: StartedImage;
  /** The cloud that can manage it; default none. */
  readonly cloud?: CloudPlace;
  /** Default: all features. */
  readonly features?: readonly DeviceFeature[];
  /** What forwards; default the virtual datapath, the only one that stations are plugged into by `attach`. */
  readonly datapath?: Datapath;
  /** Throws to make the datapath refuse a plan. */
  readonly beforeApply?: (plan: ForwardingPlan) => void;
}

/** An agent in the test's own process: real HTTP, virtual datapath, driven clock. */
export interface TestAgent {
  readonly origin: string;
  readonly clock: ManualClock;
  readonly running: RunningSwitch;
  readonly directory: string;
  /** Plans that the datapath was given, oldest first. */
  readonly plans: readonly ForwardingPlan[];
  /** Events of the datapath for the agent. */
  readonly events: DatapathEvents;
  /** Plugs a station into a port of the virtual datapath. */
  attach(port: number, station: Station): Cable;
  /** The restarts that were asked for. */
  readonly reboots: () => number;
  client(): AgentClient;
  /** A client that is logged in. */
  signedIn(): Promise<AgentClient>;
  /** Stops it; the directory stays. */
  stop(): Promise<void>;
  /** Stops it and removes the directory. */
  close(): Promise<void>;
}

/** Starts an agent for a test. */
export async function startTestAgent(options: TestAgentOptions = {}): Promise<TestAgent> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'faceplate-agent-'));
  const isNew = options.directory === undefined && options.firmware === undefined;
  const files = options.files ?? (isNew ? filesInMemory(directory) : filesKeptFor(directory)) ?? hostFiles;
  const model = switchModels.get(options.model ?? 'TPE-1021WS');
  if (!model) throw new Error('no such model');
  const clock = new ManualClock();
  const consoleSources = new ConsoleSources(clock, (report) => void started.backend.seen(report));
  const connections = new Connections({ consoleSources });
  const ownNames = new OwnNames();
  const plans: ForwardingPlan[] = [];
  const virtual = options.scenario
    ? await createVirtualDatapath({
        ...model,
        clock,
        scenario: options.scenario === 'office' ? undefined : JSON.stringify(options.scenario),
      })
    : new VirtualDatapath({ ...model, clock });
  const forwards = options.datapath ?? virtual;
  let events: DatapathEvents | undefined;
  const datapath: Datapath = {
    facts: forwards.facts,
    start(given) {
      events = given;
      return forwards.start(given);
    },
    async apply(plan) {
      options.beforeApply?.(plan);
      plans.push(plan);
      await forwards.apply(plan);
    },
    locate: async (connection) => options.locate?.(connection),
    portStates: () => forwards.portStates(),
    portCounters: () => forwards.portCounters(),
    forwardingDatabase: () => forwards.forwardingDatabase(),
    flush: (selection) => forwards.flush(selection),
    neighbours: () => forwards.neighbours(),
    forgetNeighbours: (selection) => forwards.forgetNeighbours(selection),
    mirrorDrops: () => forwards.mirrorDrops(),
    energyStates: () => forwards.energyStates(),
    rateDrops: () => forwards.rateDrops(),
    puntDrops: () => forwards.puntDrops(),
    attackDrops: () => forwards.attackDrops(),
    secureSources: () => forwards.secureSources(),
    accessHits: () => forwards.accessHits(),
    transmit: (port, frame) => forwards.transmit(port, frame),
    originate: (vlan, frame, within) => forwards.originate(vlan, frame, within),
    update: (state) => forwards.update(state),
    resume: (punted, frame, within) => forwards.resume(punted, frame, within),
    echo: (address, how) => forwards.echo(address, how),
    environment: () => forwards.environment(),
    losingPower: async (plan) => (await forwards.losingPower?.(plan)) ?? NO_PORTS,
    testCable: (port) => forwards.testCable(port),
    stop: () => forwards.stop(),
  };
  let given: KeyPair | undefined;
  let own: KeyPair | undefined;
  const selfSigned = async (anew = false) => {
    if (!own || anew) own = await (await import('../../device/http/certificate.ts')).createCertificate(['127.0.0.1']);
    return own;
  };
  const listener = consoleListener(connections, { pair: async () => given ?? (await selfSigned()) });
  let reboots = 0;
  const revision = new Revision();
  const started = await startSwitch({
    revision,
    features: provingReads(options.features ?? features),
    datapath,
    model,
    directory,
    clock,
    initialPassword: PASSWORD,
    secrets: weakSecrets,
    services: { host: '127.0.0.1', portFor: () => 0 },
    webVersion: 'test',
    delivered: async () => options.delivered?.(model),
    files,
    ...(options.firmware && { firmware: options.firmware }),
    ...(options.cloud && { cloud: options.cloud }),
    ...(options.hostTime && { hostTime: options.hostTime }),
    events: {
      epoch: (value) => connections.begin(value),
      knownSource: (source) => connections.knowSource(source),
      names: (names) => ownNames.follow(names),
      reboot: () => {
        reboots += 1;
      },
      addresses() {},
      console(settings) {
        given = settings.pair;
        const { https, httpsPort, minVersion } = settings;
        // Here on a loopback address, as in the agent.
        listener.set({ https, httpsPort, minVersion, http: settings.http === 'redirect' ? 'serve' : settings.http });
        listener.replaceCertificate(given ?? own);
      },
      ownCertificate(anew) {
        void selfSigned(anew).then((pair) => {
          if (!given) listener.replaceCertificate(pair);
          return started.backend.certified(pair);
        });
      },
      sources(sources) {
        consoleSources.follow(sources);
        connections.sourcesChanged();
      },
      initialPassword() {},
    },
  });
  // The web server's thread does the same in the agent.
  const call = new StandingAnswers(revision, clock).before(started.backend.call);
  const running = { ...started, backend: { ...started.backend, call } };
  listener.onServer((server, secure) =>
    startWebServer({
      backend: running.backend,
      connections,
      built: builtConsole(join(directory, 'no-console')),
      server,
      secure,
      ownNames,
    }),
  );
  const port = await listener.listen(0, '127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  if (!events) throw new Error('the datapath was not started');
  const agent: TestAgent = {
    origin,
    clock,
    running,
    directory,
    plans,
    events,
    attach: (port, station) => virtual.attach(port, station),
    reboots: () => reboots,
    client: () => new AgentClient(origin),
    async signedIn() {
      const client = new AgentClient(origin);
      const code = await client.login(PASSWORD);
      if (code !== 0) throw new Error(`the login was refused with ${code}`);
      return client;
    },
    async stop() {
      await listener.close();
      await running.stop();
    },
    async close() {
      await agent.stop();
      forgetFiles(directory);
      // The stopped switch writes nothing; a test's own files may still be slow.
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return agent;
}
