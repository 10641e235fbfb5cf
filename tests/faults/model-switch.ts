import { features } from '../../apps/device/features.ts';
import { switchModels } from '../../apps/device/models.ts';
import { ManualClock } from '../../datapath/clock.ts';
import type { ForwardingPlan } from '../../datapath/plan.ts';
import { VirtualDatapath } from '../../datapath/virtual/virtual-datapath.ts';
import { provingReads } from '../../device/contribution-testing.ts';
import { englishOf } from '../../device/log/log.ts';
import { Passwords } from '../../device/sessions/passwords.ts';
import { weakSecrets } from '../../device/sessions/testing.ts';
import { startSwitch } from '../../device/switch/switch.ts';
import type { RunningSwitch } from '../../device/switch/switch-options.ts';
import { sysUserEntry } from '../../features/system/administration/objects.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import type { ModelFiles } from './model-files.ts';

/** The agent's folder in the model. */
export const FOLDER = '/agent';

/** The real switch on modelled files, with a station at each of two ports. */
export class ModelSwitch {
  readonly running: RunningSwitch;
  /** The random passwords printed at this start. */
  readonly told: readonly string[];
  /** Resolves when the switch asks to be started again. */
  readonly rebooted: Promise<void>;
  readonly #datapath: VirtualDatapath;
  readonly #forwards: () => boolean;

  private constructor(
    running: RunningSwitch,
    datapath: VirtualDatapath,
    told: readonly string[],
    rebooted: Promise<void>,
    forwards: () => boolean,
  ) {
    this.running = running;
    this.#datapath = datapath;
    this.told = told;
    this.rebooted = rebooted;
    this.#forwards = forwards;
  }

  /** Starts it. Rejects where `startSwitch` does: whatever the files are, it should not. */
  static async start(
    files: ModelFiles,
    modelName = 'TPE-082WS',
    tell = (_password: string) => {},
  ): Promise<ModelSwitch> {
    const model = switchModels.get(modelName);
    if (!model) throw new Error('no such model');
    const clock = new ManualClock();
    const datapath = new VirtualDatapath({ ...model, clock });
    const told: string[] = [];
    let reboot = () => {};
    const rebooted = new Promise<void>((resolve) => {
      reboot = resolve;
    });
    const running = await startSwitch({
      features: provingReads(features),
      datapath,
      model,
      directory: FOLDER,
      clock,
      files,
      webVersion: '',
      secrets: weakSecrets,
      hostTime: () => 1_700_000_000_000,
      events: {
        epoch() {},
        names() {},
        sources() {},
        knownSource() {},
        console() {},
        ownCertificate() {},
        reboot: () => reboot(),
        addresses() {},
        initialPassword(password) {
          told.push(password);
          tell(password);
        },
      },
    });
    let heard = 0;
    const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
    const one = datapath.attach(1, { ability, receive() {} });
    datapath.attach(2, {
      ability,
      receive() {
        heard += 1;
      },
    });
    const broadcast = {
      destination: 'FF-FF-FF-FF-FF-FF',
      source: '00-00-5E-00-53-01',
      etherType: EtherType.experimental,
    };
    return new ModelSwitch(running, datapath, told, rebooted, () => {
      heard = 0;
      one.send(buildEthernet({ ...broadcast, payload: new Uint8Array(46) }));
      return heard === 1;
    });
  }

  /** What the datapath does. */
  get plan(): ForwardingPlan {
    return this.#datapath.plan;
  }

  /** Whether a frame gets from one port to another. */
  forwards(): boolean {
    return this.#forwards();
  }

  /** Whether the administrator's account takes one of these passwords, and browsers are given a key to encrypt it with. */
  async signsIn(passwords: readonly string[]): Promise<boolean> {
    const hash = this.running.context.configuration().rows(sysUserEntry)[0]?.sysUserPasswordHash ?? '';
    const script = await this.running.backend.publicKey(undefined);
    if (!script.includes('BEGIN PUBLIC KEY')) return false;
    const verifier = new Passwords(weakSecrets.passwordCost);
    for (const password of passwords) if (await verifier.verify(password, hash, 'browser')) return true;
    return false;
  }

  get log(): readonly string[] {
    return this.running.context.log.entries().map(englishOf);
  }

  /** Lines of the log that say that something went wrong. */
  get complaints(): readonly string[] {
    return this.running.context.log
      .entries()
      .filter(({ severity }) => severity <= 4)
      .map(englishOf);
  }
}
