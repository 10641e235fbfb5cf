import { isDeepStrictEqual } from 'node:util';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import type { SlotId } from '../../device/flash/flash-control.ts';
import type { Keepable } from '../../device/flash/keeper.ts';
import { ownCertificate } from '../../device/http/own-certificate.ts';
import { type Request, theDevice } from '../../device/management.ts';
import { RebootCause } from '../../device/power-control.ts';
import { sysLBD, sysLBDCtrlEntry } from '../../features/network/loopback-detection/objects.ts';
import { dot1qVlanStaticEntry } from '../../features/network/vlan/static-vlan-objects.ts';
import { pethPsePortEntry } from '../../features/poe/power-over-ethernet/objects.ts';
import { dot1dTrafficClassesEnabled } from '../../features/qos/cos/objects.ts';
import { qosSchedConfig, qosSchedQueueEntry } from '../../features/qos/scheduling-algorithm/objects.ts';
import { DISCOVERY_FRAMES } from '../../features/surveillance-mode/device-settings.ts';
import { aSVViewMode } from '../../features/surveillance-mode/objects.ts';
import { aSVGlobal } from '../../features/surveillance-mode/vlan-objects.ts';
import { sysUserEntry } from '../../features/system/administration/objects.ts';
import { ipv4InterfaceEntry } from '../../features/system/l3-feature/objects.ts';
import { snmpAgentCtrl } from '../../features/system/snmp/objects.ts';
import { syslogCtrl } from '../../features/system/system-log/objects.ts';
import { system } from '../../features/system/system-management/objects.ts';
import { RebootType, sysRebootCtrl } from '../../features/tools/reboot/objects.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { say } from '../../model/values/message.ts';
import type { ModelFiles } from './model-files.ts';
import { FOLDER, ModelSwitch } from './model-switch.ts';

/** Of the Surveillance Mode: never entered, entered with all that it turns on, or left with that still on; else `TORN`. */
type ModeFound = 'never' | 'entered' | 'left' | typeof TORN;

/** What a start may find: a configuration, identified by some of its values, and the stored state of a feature. */
export interface Found {
  /** The name that the switch was given, with queues and power that belong to it; `TORN` where they do not. */
  readonly name: string;
  readonly mode: ModeFound;
  readonly address: string;
  readonly kept: string | undefined;
}

/** What is known of a switch from outside, and so has to be true of its next start. */
export interface World {
  /** One of these is what the next start finds. */
  readonly expected: readonly Found[];
  /** And the start after that one, where the next one returns to what was before a forced change. */
  readonly afterwards?: readonly Found[] | undefined;
  /** Passwords that were printed or chosen. */
  readonly passwords: readonly string[];
  /** Its MAC address, once it forwarded with it. */
  readonly macAddress: string | undefined;
}

export const newWorld: World = {
  expected: [{ name: '', mode: 'never', address: '192.168.10.200', kept: undefined }],
  passwords: [],
  macAddress: undefined,
};

const keepable: Keepable<string> = {
  name: 'model',
  version: 1,
  write: (value) => value,
  read: (json) => (typeof json === 'string' ? json : undefined),
};

const PASSWORD = 'second-Passw0rd';

/** The name of a configuration of which one part is another's. */
const TORN = 'torn';

/** The port whose power belongs to a name. */
const POWERED = 3;

/** What is set together with a name. */
interface Belongings {
  readonly queues: 1 | 2;
  readonly algorithm: 1 | 2;
  readonly weight: number;
  readonly priority: 1 | 2 | 3;
}

/** Of a switch that was never configured, and of one with this name. */
function belongingsOf(name: string): Belongings {
  if (name === '') return { queues: 2, algorithm: 1, weight: 1, priority: 3 };
  const sum = [...name].reduce((all, letter) => all + letter.charCodeAt(0), 0);
  return { queues: 1, algorithm: 2, weight: 2 + (sum % 126), priority: ([1, 2, 3] as const)[sum % 3] ?? 3 };
}

const powerOf = (configuration: Configuration) =>
  configuration.rows(pethPsePortEntry).find(({ pethPsePortIndex }) => pethPsePortIndex === POWERED);

function belongingsIn(configuration: Configuration): Belongings {
  return {
    queues: configuration.group(dot1dTrafficClassesEnabled).dot1dTrafficClassesEnabled,
    algorithm: configuration.group(qosSchedConfig).qosSchedAlgorithm,
    weight: configuration.rows(qosSchedQueueEntry)[0]?.qosSchedWeight ?? 0,
    priority: powerOf(configuration)?.pethPsePortPowerPriority ?? 3,
  };
}

function named(configuration: Configuration, sysName: string): Configuration {
  const { queues, algorithm, weight, priority } = belongingsOf(sysName);
  const power = { pethPsePortGroupIndex: 1, pethPsePortIndex: POWERED, pethPsePortPowerPriority: priority };
  return configuration
    .withGroup(system, { sysName })
    .withGroup(dot1dTrafficClassesEnabled, { dot1dTrafficClassesEnabled: queues })
    .withGroup(qosSchedConfig, { qosSchedAlgorithm: algorithm })
    .withRow(qosSchedQueueEntry, { qosSchedQueue: 0, qosSchedWeight: weight })
    .withRow(pethPsePortEntry, { ...powerOf(configuration), ...power });
}

/** What the Surveillance Mode turns on, each by whether it is. */
function partsOfMode(configuration: Configuration): readonly boolean[] {
  const { aSVState, aSVVlanId: dot1qVlanIndex } = configuration.group(aSVGlobal);
  const { snmpAgentState, snmpTrapState } = configuration.group(snmpAgentCtrl);
  return [
    aSVState === Status.enabled,
    configuration.row(dot1qVlanStaticEntry, { dot1qVlanIndex }) !== undefined,
    configuration.group(sysLBD).sysLBDStateEnable === Status.enabled,
    configuration.rows(sysLBDCtrlEntry).some(({ sysLBDPortStatus }) => sysLBDPortStatus === Status.enabled),
    snmpAgentState === Status.enabled,
    snmpTrapState === Status.enabled,
    configuration.group(syslogCtrl).syslogState === Status.enabled,
  ];
}

function modeIn(configuration: Configuration): ModeFound {
  const parts = partsOfMode(configuration);
  const { sysWebViewMode } = configuration.group(aSVViewMode);
  if (!parts.includes(true)) return sysWebViewMode === 1 ? 'never' : TORN;
  if (parts.includes(false)) return TORN;
  return sysWebViewMode === 2 ? 'entered' : 'left';
}

/** Whether the datapath does what the configuration says. */
function isInForce(plan: ForwardingPlan, configuration: Configuration): boolean {
  if (plan.punts.has(DISCOVERY_FRAMES) !== (configuration.group(aSVGlobal).aSVState === Status.enabled)) return false;
  const { queues, weight, priority } = belongingsIn(configuration);
  const rank = ['critical', 'high', 'low'][priority - 1];
  return (
    plan.queueing?.weights?.[0] === (queues === 1 ? weight : undefined) && plan.power.get(POWERED)?.priority === rank
  );
}

/** State that was neither saved nor confirmed: no start may find it. */
const FORCED = '192.168.10.99';

/** An administrator at one of the switch's addresses, whose way cannot be found: whatever he changes has to be forced. */
const stranger = { access: 'web', user: 'admin', session: 'one', remoteAddress: '192.168.10.9' } as const;

/** A life of the switch under way: whatever is done is taken down before and after, as somebody outside would know it. */
export class Life {
  readonly files: ModelFiles;
  world: World;
  #present: ModelSwitch | undefined;

  constructor(files: ModelFiles, world: World) {
    this.files = files;
    this.world = world;
  }

  get present(): ModelSwitch {
    if (!this.#present) throw new Error('The switch does not run.');
    return this.#present;
  }

  get #context() {
    return this.present.running.context;
  }

  /** Starts the switch, and checks what is visible at once. Rejects if it does not start, forward or accept logins. */
  async start(modelName?: string): Promise<void> {
    const { afterwards } = this.world;
    if (afterwards) this.#know({ expected: [...this.world.expected, ...afterwards] });
    const started = await ModelSwitch.start(this.files, modelName, (password) =>
      this.#know({ passwords: [...this.world.passwords, password] }),
    );
    this.#present = started;
    const { baseMacAddress } = started.running.context.hardware;
    const said = started.log.filter((line) => line.includes('MAC address'));
    const before = this.world.macAddress;
    if (before !== undefined && before !== baseMacAddress && said.length === 0)
      throw new Error('The MAC address changed silently.');
    if (said.some((line) => line.includes('is lost'))) this.#know({ macAddress: undefined });
    else if (!said.some((line) => line.includes('until the next start'))) this.#know({ macAddress: baseMacAddress });
    if (afterwards) this.#waitsNoMore(afterwards);
    if (!isInForce(started.plan, started.running.context.configuration()))
      throw new Error('The datapath does not do what the configuration says.');
    if (!started.forwards()) throw new Error('The switch does not forward.');
    if (!(await started.signsIn(this.world.passwords))) throw new Error('Nobody can sign in.');
  }

  stop(): Promise<void> {
    return this.present.running.stop();
  }

  /** What this start found. */
  async found(): Promise<Found> {
    const configuration = this.#context.configuration();
    return foundIn(configuration, await this.#context.keep(keepable).load());
  }

  rename(name: string): Promise<void> {
    return this.#context.change(say('Test'), (configuration) => named(configuration, name));
  }

  readdress(address: string): Promise<void> {
    return this.#context.change(say('Test'), (configuration) => {
      const [row] = configuration.rows(ipv4InterfaceEntry);
      return row ? configuration.withRow(ipv4InterfaceEntry, { ...row, ipAddressAddr: address }) : configuration;
    });
  }

  /** Enters the Surveillance Mode (2), or leaves it (1). */
  async switchMode(sysWebViewMode: 1 | 2): Promise<void> {
    await this.#context.management.perform(
      [{ kind: 'set', object: aSVViewMode, values: { sysWebViewMode } }],
      theDevice,
    );
  }

  /** Forces another address, which is not confirmed: the next start finds what runs now, the one after it what is saved. */
  force(): Promise<void> {
    const [row] = this.#context.configuration().rows(ipv4InterfaceEntry);
    if (!row) throw new Error('The switch has no address.');
    const values = { ipv4InterfaceIfIndex: row.ipv4InterfaceIfIndex, ipAddressAddr: FORCED };
    return this.#force({ kind: 'set', object: ipv4InterfaceEntry, values });
  }

  /** Forces another mode in the same way. */
  forceMode(sysWebViewMode: 1 | 2): Promise<void> {
    return this.#force({ kind: 'set', object: aSVViewMode, values: { sysWebViewMode } });
  }

  async #force(request: Request): Promise<void> {
    const saved = this.world.expected;
    const running = this.#context.configuration();
    const former = saved.map(({ kept }) => foundIn(running, kept));
    this.#know({ expected: [...saved, ...former], afterwards: saved });
    const [row] = running.rows(ipv4InterfaceEntry);
    if (!row) throw new Error('The switch has no address.');
    const { ipAddressAddr: localAddress } = row;
    const caller = {
      ...stranger,
      connection: { service: 'https' as const, localPort: 443, remoteAddress: stranger.remoteAddress, localAddress },
    };
    await this.#context.management.perform([request], caller, { force: true });
    if (!this.#context.guard.provisional()) throw new Error('A forced change does not wait.');
    const isTold = this.present.log.some((line) => line.includes('before a forced change could not be saved'));
    if (!isTold) this.#know({ expected: former });
  }

  /** While a change waits nothing is saved. */
  async failToSave(): Promise<void> {
    const { flash } = this.#context;
    const isRefused = await Promise.resolve()
      .then(() => flash.save(flash.startUpSlot, 'model'))
      .then(
        () => false,
        () => true,
      );
    if (!isRefused) throw new Error('What waits to be confirmed was saved.');
  }

  async takeBack(): Promise<void> {
    const { expected, afterwards = expected } = this.world;
    this.#know({ expected: [...expected, ...afterwards] });
    if (!(await this.#context.guard.takeBack({ who: say('Test') })))
      throw new Error('A forced change was not taken back.');
    this.#waitsNoMore(afterwards);
  }

  /** A start that finds the change again although it is not pending is logged. */
  #waitsNoMore(afterwards: readonly Found[]): void {
    const lingers = this.present.log.some((line) => line.startsWith('The end of the pending change'));
    if (!lingers) this.#know({ expected: afterwards, afterwards: undefined });
  }

  async changePassword(): Promise<void> {
    const [oldPassword = ''] = this.world.passwords;
    this.#know({ passwords: [...this.world.passwords, PASSWORD] });
    const values = { sysUserIndex: 1, oldPassword, sysUserPassword: PASSWORD, confirmPassword: PASSWORD };
    await this.#context.management.perform([{ kind: 'set', object: sysUserEntry, values }], theDevice);
  }

  /** Saves into a slot; the reported result has to be what the next start finds. */
  async save(slot: SlotId): Promise<void> {
    await this.#writing(slot, this.#context.configuration(), async () => {
      this.#context.flash.save(slot, 'model');
      await this.#context.flash.settled();
    });
  }

  async restore(name: string): Promise<void> {
    const configuration = named(this.#context.configuration(), name);
    await this.#writing(this.#context.flash.startUpSlot, configuration, () =>
      this.#context.flash.write(configuration, 'model'),
    );
  }

  async startWith(slot: SlotId): Promise<void> {
    const configuration = await this.#context.flash.read(slot).catch(() => undefined);
    if (configuration)
      await this.#writing(this.#context.flash.startUpSlot, configuration, () => this.#context.flash.setStartUp(slot));
  }

  async erase(slot: SlotId): Promise<void> {
    await this.#context.flash.erase(slot).catch(refused);
  }

  async keep(value: string): Promise<void> {
    const before = this.world.expected;
    const after = before.map((one) => ({ ...one, kept: value }));
    this.#know({ expected: [...before, ...after] });
    await this.#context
      .keep(keepable)
      .save(value)
      .then(() => this.#know({ expected: after }), refused);
  }

  async forget(): Promise<void> {
    const before = this.world.expected;
    const after = before.map((one) => ({ ...one, kept: undefined }));
    this.#know({ expected: [...before, ...after] });
    await this.#context
      .keep(keepable)
      .remove()
      .then(() => this.#know({ expected: after }), refused);
  }

  /** Takes down the cause of the next start and asks for it. */
  async reboot(): Promise<void> {
    const asked = this.present.rebooted;
    this.#context.power.reboot(RebootCause.user);
    await asked;
  }

  /** A factory reset by the page: all, or all but the address and the account. */
  async reset(keeping: boolean): Promise<void> {
    const { expected } = this.world;
    const address = foundIn(this.#context.configuration(), undefined).address;
    const after = [
      { name: '', mode: 'never', address: keeping ? address : '192.168.10.200', kept: undefined } as const,
    ];
    this.#know({ expected: [...expected, ...after] });
    const type = keeping ? RebootType.factoryDefaultKeepAddressAndAccount : RebootType.factoryDefault;
    const request = { kind: 'set', object: sysRebootCtrl, values: { rebootType: type } } as const;
    await this.#context.management.perform([request], theDevice).then(
      () => this.#know({ expected: after }),
      (error: unknown) => {
        refused(error);
        this.#know({ expected });
      },
    );
  }

  /** The certificate of an address, and that the next one asked for the same address is the same. */
  async certify(address: string): Promise<void> {
    const place = `${FOLDER}/keys/certificate`;
    const { pair } = await ownCertificate(this.files, place, address);
    if (!pair.certificate.includes('BEGIN CERTIFICATE')) throw new Error('There is no certificate.');
  }

  async #writing(slot: SlotId, configuration: Configuration, write: () => Promise<void>): Promise<void> {
    const { flash, startup } = this.#context;
    const before = this.world.expected;
    const now = (startup: Configuration) => before.map(({ kept }) => foundIn(startup, kept));
    const counts = slot === flash.startUpSlot;
    if (counts) this.#know({ expected: [...before, ...now(configuration)] });
    const former = startup();
    await write().catch(refused);
    if (counts) this.#know({ expected: startup() === former ? before : now(startup()) });
  }

  #know(more: Partial<World>): void {
    this.world = { ...this.world, ...more };
  }
}

function foundIn(configuration: Configuration, kept: string | undefined): Found {
  const address = configuration.rows(ipv4InterfaceEntry)[0]?.ipAddressAddr ?? '';
  const { sysName } = configuration.group(system);
  const isWhole = isDeepStrictEqual(belongingsIn(configuration), belongingsOf(sysName));
  return { name: isWhole ? sysName : TORN, mode: modeIn(configuration), address, kept };
}

/** A failure of the flash is reported as one; anything else is a fault of the agent. */
function refused(error: unknown): void {
  const isTold = error instanceof Error && ('said' in error || 'code' in error || error.name === 'Unsettled');
  if (!isTold) throw error;
}

/** Pieces of a life, each of which begins with a start on what the one before left. */
export const chapters = new Map<string, (life: Life) => Promise<void>>([
  ['the first start', async () => {}],
  [
    'a save',
    async (life) => {
      await life.rename('one').catch(refused);
      await life.readdress('192.168.10.77').catch(refused);
      await life.changePassword().catch(refused);
      await life.save(1);
      await life.rename('two').catch(refused);
      await life.save(1);
    },
  ],
  [
    'two slots',
    async (life) => {
      await life.rename('three').catch(refused);
      await life.save(2);
      await life.startWith(2);
      await life.rename('four').catch(refused);
      await life.save(2);
      await life.erase(1);
      await life.restore('five');
    },
  ],
  [
    'what features keep',
    async (life) => {
      await life.keep('first');
      await life.keep('second');
      await life.forget();
      await life.keep('third');
    },
  ],
  [
    'a certificate',
    async (life) => {
      await life.certify('198.51.100.1');
      await life.certify('198.51.100.2');
    },
  ],
  ['a restart', (life) => life.reboot()],
  ['a factory reset that keeps address and account', (life) => life.reset(true)],
  [
    'a life after it',
    async (life) => {
      await life.rename('six').catch(refused);
      await life.save(1);
      await life.save(2);
      await life.keep('fourth');
    },
  ],
  ['a factory reset', (life) => life.reset(false)],
  ['a mode that is forced and waits to its end', (life) => life.forceMode(2)],
  [
    'a mode that is forced and taken back',
    async (life) => {
      await life.forceMode(2);
      await life.failToSave();
      await life.takeBack();
    },
  ],
  [
    'a mode that is entered, left and entered again',
    async (life) => {
      await life.switchMode(2).catch(refused);
      await life.save(1);
      await life.switchMode(1).catch(refused);
      await life.save(1);
      await life.switchMode(2).catch(refused);
    },
  ],
  [
    'a forced change that is taken back',
    async (life) => {
      await life.rename('seven').catch(refused);
      await life.save(1);
      await life.readdress('192.168.10.88').catch(refused);
      await life.force();
      await life.failToSave();
      await life.takeBack();
      await life.save(1);
    },
  ],
  [
    'a forced change that waits to its end',
    async (life) => {
      await life.rename('eight').catch(refused);
      await life.force();
    },
  ],
  ['a start after that', async () => {}],
]);
