import type { PowerState } from '../../datapath/datapath.ts';
import type { DeviceContext, Service } from '../../device/feature.ts';
import { Severity } from '../../device/log/log.ts';
import { say } from '../../model/values/message.ts';

/** Milliseconds between two looks at what the ports give. */
const INTERVAL = 5_000;

/** What an administrator has to look after; the others are states that were chosen. */
const faults: ReadonlySet<PowerState['status']> = new Set(['Short', 'Overload', 'Power denied', 'Thermal shutdown']);

/** Writes to the log when a port's power fails, and when it is well again. */
export const powerWatch: Service = {
  name: 'PoE faults',
  reads: [],
  start(context) {
    let known = new Map<number, PowerState['status']>();
    const look = async () => {
      const now = await faultsOf(context);
      for (const [port, status] of now) {
        if (known.get(port) === status) continue;
        context.log.write(
          Severity.warning,
          say('PoE fault on port {{port}}: {{fault}}.', { port, fault: say(status) }),
        );
      }
      for (const port of known.keys()) {
        if (!now.has(port)) context.log.write(Severity.notice, say('PoE fault on port {{port}} is over.', { port }));
      }
      known = now;
    };
    context.clock.every(INTERVAL, look);
    return {};
  },
};

async function faultsOf({ datapath }: DeviceContext): Promise<Map<number, PowerState['status']>> {
  const { power } = await datapath.environment();
  return new Map(
    [...(power?.ports ?? [])]
      .filter(([, { status }]) => faults.has(status))
      .map(([port, { status }]) => [port, status]),
  );
}
