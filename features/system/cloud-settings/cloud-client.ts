import type { Cancel } from '../../../datapath/clock.ts';
import { cloudBond } from '../../../device/cloud/ownership.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { type LogEntry, Severity } from '../../../device/log/log.ts';
import { SOFTWARE_DATE, softwareVersion } from '../../../device/software-version.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { serialNumber } from '../../../model/hardware/hardware.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { type Message, say } from '../../../model/values/message.ts';
import {
  CloudError,
  type CloudEvent,
  ConnectState,
  connectState,
  nextMoment,
  step,
} from '../../../protocols/cloud/connection.ts';
import type { SwitchReport } from '../../../protocols/cloud/report.ts';
import { ipDefaultRouter } from '../l3-feature/address-objects.ts';
import { system } from '../system-management/objects.ts';
import { awaitsSetup, isWizardDone } from './awaits-setup.ts';
import { CertificateRenewal, endOf } from './certificate-renewal.ts';
import { ChangesFromAfar } from './changes-from-afar.ts';
import { findCloud } from './cloud-address.ts';
import { CloudAlarms } from './cloud-alarms.ts';
import { type AnswerCloud, answersCloud } from './cloud-answers.ts';
import { type CloudEndpoint, claim, endpointOf, signInToCloud } from './cloud-exchange.ts';
import { failureOf, NotLookedAt } from './cloud-failure.ts';
import { CloudLine } from './cloud-line.ts';
import { CloudSession } from './cloud-session.ts';
import { CloudTransfers } from './cloud-transfers.ts';
import { authorityByFingerprint } from './cloud-trust.ts';
import { CloudUpgrade } from './cloud-upgrade.ts';
import { configurationHash } from './configuration-hash.ts';
import { identityOf, keepIdentity } from './identity.ts';
import { keepCloudSettings } from './keep-settings.ts';
import { sysCloudCtrl } from './objects.ts';
import { followWays } from './own-ways.ts';
import { cloudConnection, cloudIdentity, cloudSignIn } from './slots.ts';
import { isStanding } from './standing-alarms.ts';

/**
 * Milliseconds between two looks at the configuration's hash, while the connection is open: changes of a moment are
 * reported once.
 */
const REPORT = 5_000;

/** Maximum number of log lines sent to the cloud between two such looks. */
const LOG_LINES = 20;

/** Keeps the switch connected to its cloud. */
export async function startCloudClient(context: ServiceContext): Promise<RunningService> {
  // Whether the cloud decides is known before anybody can change something.
  await identityOf(context);
  const client = new CloudClient(context);
  await client.begin();
  return { changed: () => client.changed(), stop: () => client.stop() };
}

class CloudClient {
  readonly #context: ServiceContext;
  readonly #changes: ChangesFromAfar;
  readonly #upgrade: CloudUpgrade;
  readonly #transfers: CloudTransfers;
  readonly #alarms: CloudAlarms;
  readonly #answer: AnswerCloud;
  readonly #session = new CloudSession();
  #line: CloudLine | undefined;
  /** The line whose place another one is to take: it is there until that is open. */
  #former: CloudLine | undefined;
  /** The first attempt whose line proves that a change which waits leaves the cloud within reach. */
  #firstFresh = 0;
  /** Log lines that may still be sent. */
  #logLines = LOG_LINES;
  #cancelMoment: Cancel = () => {};
  #cancelReport: Cancel = () => {};
  readonly #renewal: CertificateRenewal;
  /** The last configuration reported to the cloud. */
  #told: Configuration | undefined;
  /** Incremented with each attempt: results of earlier ones are ignored. */
  #attempt = 0;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#changes = new ChangesFromAfar(context, {
      begun: () => this.#renewLine(),
      changed: () => this.#reportNow(),
    });
    this.#upgrade = new CloudUpgrade(context, () => this.#reportNow());
    this.#alarms = new CloudAlarms(context);
    this.#transfers = new CloudTransfers(context);
    this.#renewal = new CertificateRenewal(context);
    this.#answer = answersCloud(context, {
      changes: this.#changes,
      upgrade: this.#upgrade,
      transfers: this.#transfers,
      report: () => this.#line?.report(this.#report()),
    });
  }

  async begin(): Promise<void> {
    await this.#changes.begin();
    if (!this.#context.slots.get(cloudIdentity)?.owned) await this.#changes.released();
    this.#context.log.follow((entry) => this.#tellLog(entry));
    this.#context.onPort(({ link }) => {
      if (link === 'up') this.#hope();
    });
    followWays(this.#context, {
      waysChanged: (gone) => this.#tryOtherWays(gone),
      nameServersChanged: () => this.#hope(),
    });
    // Whether the cloud decides by now is the first thing that it waits to hear.
    this.#context.slots.follow([cloudBond], () => this.#line?.report(this.#report()));
    this.#context.slots.follow([cloudSignIn], () => {
      if (this.#context.slots.get(cloudSignIn)) this.#anew();
    });
    this.#anew();
  }

  changed(): void {
    const { slots, configuration } = this.#context;
    const { systemCloudState, systemCloudAccount } = configuration().group(sysCloudCtrl);
    const waiting = slots.get(cloudSignIn);
    if (waiting && (systemCloudState !== Status.enabled || waiting.account !== systemCloudAccount))
      slots.update(cloudSignIn, () => undefined);
    if (systemCloudState === Status.enabled) {
      const { standing } = slots.get(cloudConnection);
      // Another account, fingerprint or name server: what was refused before may be granted now.
      if (standing.refused || standing.failures > 0) this.#anew();
      this.#bond();
    } else {
      void this.#changes.released();
      this.stop();
    }
  }

  stop(): void {
    this.#attempt += 1;
    this.#closeLines();
    this.#changes.stop();
    this.#transfers.stop();
    this.#cancelReport();
    this.#happen({ kind: 'disable' });
    this.#cancelMoment();
  }

  /** Tries at once, whatever was before. */
  #anew(): void {
    this.#closeLines();
    this.#happen({ kind: 'enable' });
  }

  /** A change waits: that the cloud is reached while it is in force is shown by another line, beside the one that there is. */
  #renewLine(): void {
    const { standing } = this.#context.slots.get(cloudConnection);
    if (standing.line === 'open') {
      this.#former = this.#line;
      this.#line = undefined;
      this.#changes.turned(false);
    }
    this.#tryAnew();
    this.#firstFresh = this.#attempt;
  }

  /** Makes another attempt at once; the result of the one in progress is ignored. */
  #tryAnew(): void {
    this.#line?.close();
    this.#line = undefined;
    this.#attempt += 1;
    this.#happen({ kind: 'renew' });
  }

  /** The obstacle may be gone: with a cable, a route or a name server, the next attempt must not wait for minutes. */
  #hope(): void {
    const { enabled, line } = this.#context.slots.get(cloudConnection).standing;
    if (enabled && line !== 'open') this.#happen({ kind: 'linkUp' });
  }

  /**
   * Addresses or routes of the switch have changed. A line from an address that it no longer has is dead, though nothing says so for
   * half a minute; what was tried by the former ways is tried again by the present ones.
   */
  #tryOtherWays(gone: ReadonlySet<string>): void {
    const { standing } = this.#context.slots.get(cloudConnection);
    const isDead = gone.has(this.#line?.localAddress ?? '');
    if (standing.line === 'opening' || (standing.line === 'open' && isDead)) this.#tryAnew();
    else this.#hope();
  }

  #closeLines(): void {
    for (const line of [this.#line, this.#former]) line?.close();
    this.#line = undefined;
    this.#former = undefined;
    this.#changes.turned(false);
  }

  #happen(event: CloudEvent, told: { readonly reason?: Message | undefined; readonly since?: number } = {}): void {
    const { slots, clock } = this.#context;
    const now = clock.now();
    slots.update(cloudConnection, (present) => ({
      standing: step(present.standing, event, now, Math.random()),
      reason: event.kind === 'failed' ? told.reason : event.kind === 'opened' ? undefined : present.reason,
      hasGateway: this.#context.configuration().group(ipDefaultRouter).ipDefaultRouterAddress !== '',
      since: event.kind === 'opened' ? told.since : event.kind === 'attempt' ? present.since : undefined,
    }));
    this.#bond();
    this.#wait();
  }

  /** Waits for the next moment at which something is to be done, or shown otherwise. */
  #wait(): void {
    const { slots, clock } = this.#context;
    const { standing } = slots.get(cloudConnection);
    this.#cancelMoment();
    const now = clock.now();
    if (standing.attemptAt !== undefined && standing.attemptAt <= now) {
      void this.#connect();
      return;
    }
    const moment = nextMoment(standing, now);
    if (moment === undefined) return;
    this.#cancelMoment = clock.after(moment - now, () => {
      this.#bond();
      this.#wait();
    });
  }

  /** Says what the cloud is to this switch by now. */
  #bond(): void {
    const { slots, clock, configuration } = this.#context;
    const state = connectState(slots.get(cloudConnection).standing, clock.now());
    const isEnabled = configuration().group(sysCloudCtrl).systemCloudState === Status.enabled;
    const isSetUp = isWizardDone(configuration());
    const owned = slots.get(cloudIdentity)?.owned === true;
    const next = {
      connected: isEnabled && owned && (state === ConnectState.success || state === ConnectState.disconnected),
      owns: isEnabled && owned && isSetUp,
    };
    slots.update(cloudBond, (present) =>
      present.connected === next.connected && present.owns === next.owns ? present : next,
    );
  }

  async #connect(): Promise<void> {
    const { slots } = this.#context;
    this.#attempt += 1;
    const attempt = this.#attempt;
    let isUntried = false;
    this.#happen({ kind: 'attempt' });
    try {
      const endpoint = await this.#enter();
      if (attempt !== this.#attempt) return;
      const line = new CloudLine(endpoint, this.#session, this.#context.clock, () => this.#report(), {
        opened: () => this.#opened(),
        asked: (request) => this.#answer(request, attempt >= this.#firstFresh),
        renewed: (issued) => void this.#renewal.issued(issued),
        ended: ({ spread, failure }) => {
          if (this.#former === line) this.#former = undefined;
          if (this.#line !== line) return;
          this.#line = undefined;
          this.#cancelReport();
          this.#changes.turned(false);
          if (failure === undefined) this.#happen({ kind: 'closed', ...(spread !== undefined && { spread }) });
          else this.#failed(failure);
        },
      });
      this.#line = line;
    } catch (error) {
      isUntried = error instanceof NotLookedAt;
      if (attempt === this.#attempt) this.#failed(error);
    } finally {
      // A password is tried once, whatever came of it; one that the cloud did not look at was not tried.
      if (attempt === this.#attempt && !isUntried && slots.get(cloudSignIn)) slots.update(cloudSignIn, () => undefined);
    }
  }

  /** Gets everything ready for the line: the cloud is found and known, and it has taken the switch. */
  async #enter(): Promise<CloudEndpoint> {
    const { cloud: place, configuration, slots, hardware } = this.#context;
    if (!place) throw new Error('there is no cloud');
    const { systemCloudFingerprint: fingerprint } = configuration().group(sysCloudCtrl);
    const identity = await identityOf(this.#context);
    const signIn = slots.get(cloudSignIn);
    const cloud = await findCloud(this.#context, place);
    const { issued: present } = identity;
    // A new login claims the switch for that account; and one that was away for too long is claimed like a new one.
    const isOver = endOf(present) < this.#context.wallClock.now();
    if (present && !signIn && !isOver) return endpointOf(cloud, identity, present);
    const known = signIn ? undefined : present?.authority;
    const authority = fingerprint === '' ? known : await authorityByFingerprint(cloud, fingerprint);
    const first = { cloud, authority, own: identity.own };
    const token = signIn && (await signInToCloud(first, signIn.account, signIn.password));
    const issued = await claim(first, {
      serial: serialNumber(hardware),
      model: hardware.modelName,
      ...(token !== undefined && { token }),
    });
    const taken = { ...identity, issued };
    await keepIdentity(this.#context, taken);
    await keepCloudSettings(this.#context);
    this.#context.log.write(Severity.notice, say('The cloud {{host}} has taken this switch.', { host: place.host }));
    return endpointOf(cloud, taken, issued);
  }

  #opened(): void {
    const { slots, log, wallClock, cloud } = this.#context;
    const identity = slots.get(cloudIdentity);
    // Not waited for: a line that broke meanwhile would count as open.
    if (identity && !identity.owned) void keepIdentity(this.#context, { ...identity, owned: true });
    this.#renewal.follow(identity?.issued);
    this.#happen({ kind: 'opened' }, { since: wallClock.now() });
    this.#changes.turned(true);
    if (this.#former) {
      this.#former.retire();
      this.#former = undefined;
    } else log.write(Severity.notice, say('Connected to the cloud {{host}}.', { host: cloud?.host ?? '' }));
    this.#reportLater();
  }

  #failed(error: unknown): void {
    this.#session.forget();
    const failure = failureOf(error, this.#context.wallClock.now() < SOFTWARE_DATE);
    const { standing } = this.#context.slots.get(cloudConnection);
    if (failure.code !== CloudError.unclaimed && standing.failures === 0) {
      const reason = failure.said ?? say('no answer');
      this.#context.log.write(Severity.warning, say('The cloud is unreachable: {{reason}}.', { reason }));
    }
    this.#happen({ kind: 'failed', error: failure.code }, { reason: failure.said });
  }

  #report(): SwitchReport {
    const { configuration, hardware, slots } = this.#context;
    this.#told = configuration();
    return {
      model: hardware.modelName,
      version: softwareVersion,
      name: configuration().group(system).sysName,
      hash: configurationHash(this.#context),
      owner: slots.get(cloudBond).owns ? 'cloud' : 'local',
      ...(awaitsSetup(this.#context) && { awaitsSetup: true }),
      address: this.#line?.localAddress ?? '',
      upTime: Math.floor(this.#context.power.upTime() / 1000),
      ...(this.#upgrade.report && { upgrade: this.#upgrade.report }),
      ...this.#changes.record.report(),
    };
  }

  /** Something came to its end that the cloud is to know at once; over a line that is not open, by the next report. */
  #reportNow(): void {
    const { standing } = this.#context.slots.get(cloudConnection);
    if (standing.line === 'open') this.#line?.report(this.#report());
    // If the change blocked the line, its end may open it.
    else if (standing.enabled && !standing.refused) this.#tryAnew();
  }

  #tellLog(entry: LogEntry): void {
    const { severity, time, message } = entry;
    this.#alarms.heard(entry);
    // It is sent with all present alarms.
    if (isStanding(message)) return;
    if (severity > Severity.warning || this.#logLines === 0) return;
    this.#logLines -= 1;
    this.#line?.log({ severity, time, said: message });
  }

  #tellHealth(anew: boolean): void {
    const news = this.#alarms.news(anew);
    if (news) this.#line?.health(news);
  }

  #reportLater(): void {
    this.#tellHealth(true);
    this.#cancelReport();
    this.#cancelReport = this.#context.clock.every(REPORT, () => {
      this.#logLines = LOG_LINES;
      this.#tellHealth(false);
      if (this.#context.configuration() !== this.#told) this.#line?.report(this.#report());
      if (this.#renewal.isDue()) this.#line?.renew();
    });
  }
}
