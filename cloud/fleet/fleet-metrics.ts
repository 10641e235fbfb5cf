import type { Clock } from '../../datapath/clock.ts';
import { counter, formatMetrics, gauge, type Metric, only, type Sample } from '../../device/metrics/metric.ts';
import { sameText } from '../../device/sessions/hand-over.ts';
import { softwareVersion } from '../../device/software-version.ts';
import { type IpNetwork, isInIpNetwork, parseIp } from '../../model/values/ip-prefix.ts';
import type { Store } from '../store/store.ts';
import type { SwitchQuery } from '../store/switches.ts';
import type { Users } from '../users.ts';

/** Collectors that may fetch the metrics of a cloud, as its command line names them. */
export interface MetricsPermit {
  /** Undefined if no token is accepted. */
  readonly token: string | undefined;
  /** Collectors at these addresses need none. */
  readonly networks: readonly IpNetwork[];
}

/** Dependencies of the metrics. */
export interface FleetMetricsSurroundings {
  /** Undefined: they are not served. */
  readonly permit: MetricsPermit | undefined;
  readonly store: Pick<Store, 'listSwitches'>;
  readonly users: Pick<Users, 'all'>;
  readonly clock: Clock;
  /** Lines of switches that are open in this process. */
  lines(): number;
}

/** Milliseconds for which a measurement is answered again: the store is asked no more often. */
const MEASURED_TIME = 5_000;

/** Serves measurements of a cloud's process and its store to collectors. */
export class FleetMetrics {
  readonly #around: FleetMetricsSurroundings;
  #failedLogins = 0;
  #calls = 0;
  #refusals = 0;
  #measured: { readonly at: number; readonly text: Promise<string> } | undefined;

  constructor(around: FleetMetricsSurroundings) {
    this.#around = around;
  }

  /** A call came; it was refused. */
  called(isRefused: boolean): void {
    this.#calls += 1;
    if (isRefused) this.#refusals += 1;
  }

  loginFailed(): void {
    this.#failedLogins += 1;
  }

  /** The answer to a collector: 404 if they are not served, 401 if it may not have them. */
  async answer(token: string | undefined, remoteAddress: string): Promise<{ status: number; body: string }> {
    const { permit } = this.#around;
    if (!permit) return { status: 404, body: 'Not found' };
    if (!isPermitted(permit, token, remoteAddress)) return { status: 401, body: 'A token is required.' };
    return { status: 200, body: await this.#text() };
  }

  #text(): Promise<string> {
    const at = this.#around.clock.now();
    if (!this.#measured || at - this.#measured.at >= MEASURED_TIME) {
      const text = this.#measure().then(formatMetrics);
      this.#measured = { at, text };
      text.catch(() => {
        this.#measured = undefined;
      });
    }
    return this.#measured.text;
  }

  async #measure(): Promise<readonly Metric[]> {
    const { lines, users } = this.#around;
    const { user, system } = process.cpuUsage();
    const common = { isCommon: true };
    return [
      gauge('cloud_build_info', 'Version of the software.', [{ labels: { version: softwareVersion }, value: 1 }]),
      gauge('cloud_switches', 'Claimed switches by tenant and condition.', await this.#switches()),
      gauge('cloud_switch_lines', 'Connections of switches to this process.', only(lines())),
      gauge('cloud_users', 'Accounts of the cloud.', only(users.all().length)),
      counter('cloud_calls_total', 'Calls of consoles.', only(this.#calls)),
      counter('cloud_refusals_total', 'Calls of consoles that were refused.', only(this.#refusals)),
      counter('cloud_failed_logins_total', 'Logins with a wrong name or password.', only(this.#failedLogins)),
      { ...counter('process_cpu_seconds_total', 'Processor time.', only((user + system) / 1e6)), ...common },
      { ...gauge('process_resident_memory_bytes', 'Memory.', only(process.memoryUsage.rss())), ...common },
    ];
  }

  async #switches(): Promise<readonly Sample[]> {
    const { store, users } = this.#around;
    const tenants = [...new Set(users.all().map(({ tenant }) => tenant))].sort();
    const total = async (query: Partial<SwitchQuery> & Pick<SwitchQuery, 'tenant'>) =>
      (await store.listSwitches({ ...everySwitch, ...query })).total;
    const samples = tenants.map(async (tenant) => {
      const [all, connected, drifted, alarmed] = await Promise.all([
        total({ tenant }),
        total({ tenant, condition: 'connected' }),
        total({ tenant, drifted: true }),
        total({ tenant, isAlarmed: true }),
      ]);
      return Object.entries({ all, connected, drifted, alarmed }).map(([condition, value]) => ({
        labels: { tenant, condition },
        value,
      }));
    });
    return (await Promise.all(samples)).flat();
  }
}

const everySwitch: Omit<SwitchQuery, 'tenant'> = {
  condition: undefined,
  drifted: false,
  isAlarmed: false,
  search: '',
  orderBy: 'serial',
  descending: false,
  offset: 0,
  limit: 1,
};

function isPermitted({ token: wanted, networks }: MetricsPermit, token: string | undefined, from: string): boolean {
  if (token !== undefined) return wanted !== undefined && sameText(token, wanted);
  const address = parseIp(from.replace(/%.*$/, ''));
  return address !== undefined && networks.some((network) => isInIpNetwork(network, address));
}
