import type { Cancel, Clock } from '../../datapath/clock.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import type { DeviceContext, RunningService, Service } from '../feature.ts';
import { Severity } from '../log/log.ts';
import { Fence } from './fence.ts';
import { serviceContext } from './service-context.ts';

/** Milliseconds between a service's failure and its next start, doubled each time up to the last. */
const RESTART_PAUSE = { first: 1_000, last: 64_000 };
/** Milliseconds that a service has to run well for its next pause to be the first one again. */
const GOOD_RUN = 60_000;
/** Milliseconds that the others wait for one service to start or to stop. */
const PATIENCE = 10_000;

/**
 * The services of all features: started in order, notified of changes, stopped in reverse order. Each is fenced: one
 * that fails is named in the log and restarted, without affecting the others.
 */
export class ServiceHost {
  readonly #context: DeviceContext;
  #services: readonly FencedService[] = [];

  constructor(context: DeviceContext) {
    this.#context = context;
  }

  async start(services: readonly Service[]): Promise<void> {
    this.#services = services.map((service) => new FencedService(service, this.#context));
    for (const service of this.#services) await service.start();
  }

  /** The configuration holds something new in these objects. Resolves when what is wanted by it now runs. */
  async changed(objects: ReadonlySet<ObjectDeclaration>): Promise<void> {
    // Most changes concern few of them.
    const concerned = this.#services.filter((service) => service.concerns(objects));
    await Promise.all(concerned.map((service) => service.changed()));
  }

  /** The switch is about to end in order. */
  leave(): void {
    for (const service of this.#services) service.leave();
  }

  async stop(): Promise<void> {
    for (const service of this.#services.toReversed()) await service.stop();
  }
}

/** One service: started, notified of changes, restarted after a failure, stopped. */
class FencedService {
  readonly #service: Service;
  readonly #context: DeviceContext;
  /** Starts and stops, one after the other. */
  #work: Promise<void> = Promise.resolve();
  #fence: Fence | undefined;
  #running: RunningService | undefined;
  /** A change came while the service was starting. */
  #missedChange = false;
  #startedAt = 0;
  #pause = RESTART_PAUSE.first;
  /** It failed, and waits to be started again. */
  #isPausing = false;
  #restart: Cancel = () => undefined;
  #ended = false;

  constructor(service: Service, context: DeviceContext) {
    this.#service = service;
    this.#context = context;
  }

  start(): Promise<void> {
    return this.#then(() => this.#settle());
  }

  /** Whether it reads one of these objects. */
  concerns(objects: ReadonlySet<ObjectDeclaration>): boolean {
    return this.#service.reads.some((object) => objects.has(object));
  }

  /** The configuration holds something new in objects that it reads. */
  async changed(): Promise<void> {
    if (this.#fence && this.#running) this.#tellChange(this.#fence, this.#running);
    else this.#missedChange = true;
    if (this.#isWanted !== (this.#fence !== undefined)) await this.start();
  }

  leave(): void {
    const running = this.#running;
    this.#fence?.guard(say('at its end'), () => running?.leaving?.())();
  }

  stop(): Promise<void> {
    this.#ended = true;
    this.#restart();
    // One that is starting for ever is not waited for any longer.
    return this.#then(() => this.#end()).then(() => this.#fence?.close());
  }

  get #isWanted(): boolean {
    return this.#service.wanted?.(this.#context.configuration()) ?? true;
  }

  /** Starts it where it is wanted, and stops it where it is not. */
  async #settle(): Promise<void> {
    if (!this.#isWanted) await this.#end();
    else if (!this.#fence && !this.#isPausing && !this.#ended) await this.#begin();
  }

  async #begin(): Promise<void> {
    const fence = new Fence((when, error) => this.#failed(when, error));
    this.#fence = fence;
    this.#missedChange = false;
    const { clock, slots } = this.#context;
    this.#startedAt = clock.now();
    for (const slot of this.#service.decides ?? []) slots.update(slot, () => slot.empty);
    try {
      const starting = fence.run(async () => this.#service.start(serviceContext(this.#context, fence)));
      const running = await Promise.race([starting, fence.closed]);
      if (!running) {
        // It failed, or was stopped, before it had started: what comes of that is ended when it comes.
        void starting.then((late) => late.stop?.()).catch((error: unknown) => this.#complain(error));
        return;
      }
      this.#running = running;
      if (this.#missedChange) this.#tellChange(fence, running);
    } catch (error) {
      fence.fail(say('at its start'), error);
    }
  }

  #tellChange(fence: Fence, running: RunningService): void {
    fence.guard(say('on a change of the configuration'), () => running.changed?.())();
  }

  #failed(when: Message, error: unknown): void {
    const { clock, log, counts } = this.#context;
    counts.add('serviceFailures', this.#service.name);
    if (clock.now() - this.#startedAt >= GOOD_RUN) this.#pause = RESTART_PAUSE.first;
    const pause = this.#pause;
    this.#pause = Math.min(pause * 2, RESTART_PAUSE.last);
    log.write(
      Severity.error,
      say('The service {{name}} failed {{when}} and is started again in {{seconds}} s: {{reason}}', {
        name: this.#service.name,
        when,
        seconds: pause / 1000,
        reason: saidBy(error),
      }),
    );
    void this.#then(() => this.#end());
    this.#isPausing = true;
    this.#restart = clock.after(pause, () => {
      this.#isPausing = false;
      void this.start();
    });
  }

  async #end(): Promise<void> {
    const running = this.#running;
    const fence = this.#fence;
    this.#running = undefined;
    this.#fence = undefined;
    try {
      if (fence)
        await atMost(
          this.#context.clock,
          PATIENCE,
          fence.run(async () => running?.stop?.()),
        );
    } catch (error) {
      this.#complain(error);
    } finally {
      fence?.close();
    }
  }

  #complain(error: unknown): void {
    this.#context.log.write(
      Severity.error,
      say('The service {{name}} could not be stopped: {{reason}}', { name: this.#service.name, reason: saidBy(error) }),
    );
  }

  /** Waits for earlier work, then works; the caller waits only so long. */
  #then(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    this.#work = done;
    return atMost(this.#context.clock, PATIENCE, done);
  }
}

/** Resolves when `work` is done, or earlier when it takes too long; rejects as it does. */
function atMost(clock: Clock, milliseconds: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, resolve);
    work.finally(cancel).then(resolve, reject);
  });
}
