import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { DeviceContext, RunningService, Service } from '../feature.ts';
import { Severity } from '../log/log.ts';

/** The services of all features: started together, told of changes, stopped in reverse. One that fails stops no other. */
export class ServiceHost {
  readonly #context: DeviceContext;
  readonly #running: { readonly service: Service; readonly running: RunningService }[] = [];

  constructor(context: DeviceContext) {
    this.#context = context;
  }

  async start(services: readonly Service[]): Promise<void> {
    for (const service of services) {
      await this.#guarded(service, 'start', async () => {
        this.#running.push({ service, running: await service.start(this.#context) });
      });
    }
  }

  /** The configuration holds something new in these objects. */
  changed(objects: ReadonlySet<ObjectDeclaration>): void {
    for (const { service, running } of this.#running) {
      if (service.reads.some((object) => objects.has(object))) {
        void this.#guarded(service, 'take over a change', async () => running.changed?.());
      }
    }
  }

  async stop(): Promise<void> {
    for (let last = this.#running.pop(); last; last = this.#running.pop()) {
      const { service, running } = last;
      await this.#guarded(service, 'stop', async () => running.stop?.());
    }
  }

  async #guarded(service: Service, what: string, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#context.log.write(Severity.error, `${service.name} could not ${what}: ${reason}`);
    }
  }
}
