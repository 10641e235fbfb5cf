import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Datapath, DatapathEvents, DatapathFacts } from '../../datapath/datapath.ts';
import type { Forwarder } from '../../datapath/openvswitch/forwarder.ts';
import { bundled } from '../bundled.ts';
import { killed, type Namespace } from '../namespaces/namespace.ts';
import type { Answer, Call } from './driver-messages.ts';

const program = fileURLToPath(new URL('driver-child.ts', import.meta.url));

/** What the driver is started with. */
export interface DriverOptions {
  readonly ports: readonly string[];
  readonly directory: string;
  readonly ovsdb?: string;
  readonly takesUsed?: boolean;
  readonly forwarder?: Forwarder;
  /** Variables beside those of the test. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The Open vSwitch driver in a process of its own inside a network namespace; used like the driver itself. */
export class DriverProcess implements Datapath {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #events: DatapathEvents | undefined;
  #facts: DatapathFacts | undefined;
  #id = 0;

  constructor(namespace: Namespace, { environment, ...options }: DriverOptions) {
    this.#child = namespace.fork(bundled(program), [JSON.stringify(options)], environment);
    this.#child.on('message', (answer: Answer) => this.#take(answer));
    this.#child.once('exit', () => {
      for (const settle of this.#waiting.values()) settle({ id: 0, error: 'The driver process ended.' });
      this.#waiting.clear();
    });
  }

  async start(events: DatapathEvents): Promise<void> {
    this.#events = events;
    this.#facts = await this.#call<DatapathFacts>({ method: 'start' });
  }

  get facts(): DatapathFacts {
    if (!this.#facts) throw new Error('The driver has not been started.');
    return this.#facts;
  }

  apply: Datapath['apply'] = (plan) => this.#call({ method: 'apply', plan });
  portStates: Datapath['portStates'] = () => this.#call({ method: 'portStates' });
  portCounters: Datapath['portCounters'] = () => this.#call({ method: 'portCounters' });
  forwardingDatabase: Datapath['forwardingDatabase'] = () => this.#call({ method: 'forwardingDatabase' });
  flush: Datapath['flush'] = (selection) => this.#call({ method: 'flush', selection });
  energyStates: Datapath['energyStates'] = () => this.#call({ method: 'energyStates' });
  neighbours: Datapath['neighbours'] = () => this.#call({ method: 'neighbours' });
  forgetNeighbours: Datapath['forgetNeighbours'] = (selection) => this.#call({ method: 'forgetNeighbours', selection });
  rateDrops: Datapath['rateDrops'] = () => this.#call({ method: 'rateDrops' });
  secureSources: Datapath['secureSources'] = () => this.#call({ method: 'secureSources' });
  accessHits: Datapath['accessHits'] = () => this.#call({ method: 'accessHits' });
  puntDrops: Datapath['puntDrops'] = () => this.#call({ method: 'puntDrops' });
  attackDrops: Datapath['attackDrops'] = () => this.#call({ method: 'attackDrops' });
  mirrorDrops: Datapath['mirrorDrops'] = () => this.#call({ method: 'mirrorDrops' });
  locate: Datapath['locate'] = (connection) => this.#call({ method: 'locate', connection });
  echo: Datapath['echo'] = (address, options) => this.#call({ method: 'echo', address, options });
  testCable: Datapath['testCable'] = (port) => this.#call({ method: 'testCable', port });
  environment: Datapath['environment'] = () => this.#call({ method: 'environment' });

  transmit(port: number, frame: Uint8Array): void {
    void this.#call({ method: 'transmit', port, frame });
  }

  update: Datapath['update'] = (state) => void this.#call({ method: 'update', state });
  originate: Datapath['originate'] = (vlan, frame, within) =>
    void this.#call({ method: 'originate', vlan, frame, within });
  resume: Datapath['resume'] = (punted, frame, within) => void this.#call({ method: 'resume', punted, frame, within });

  /** Stops the datapath and ends the process. */
  async stop(): Promise<void> {
    await this.#call({ method: 'stop' });
    await this.kill();
  }

  /** Kills the process as it is: what it started goes on. */
  async kill(): Promise<void> {
    await killed(this.#child);
  }

  #call<Result>(call: Call): Promise<Result> {
    this.#id += 1;
    const id = this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (answer) => {
        if ('error' in answer) reject(new Error(answer.error));
        // What the other end answers to a method is what that method returns.
        else if ('result' in answer) resolve(answer.result as Result);
      });
      this.#child.send({ id, call });
    });
  }

  #take(answer: Answer): void {
    if ('id' in answer) {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    } else if (answer.event === 'portChanged') this.#events?.portChanged(answer.state);
    else if (answer.event === 'framePunted') this.#events?.framePunted(answer.frame);
    else this.#events?.report(answer.level, answer.message);
  }
}
