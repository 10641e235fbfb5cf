import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { FlashStatus } from '../../../device/flash/flash-control.ts';
import type { Keepable } from '../../../device/flash/keeper.ts';
import { Severity } from '../../../device/log/log.ts';
import type { Caller } from '../../../device/management.ts';
import { Refusal } from '../../../device/refusal.ts';
import { changeOnceDecided, onceDecided } from '../../../device/services/change-once-decided.ts';
import { fileNotFound } from '../../../device/tftp-client.ts';
import type { Reading } from '../../../model/schema/field.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import {
  cfgTransferCtrl,
  RestoreMode,
  TransferDirection,
  TransferMethod,
} from '../../tools/config-backup-restore/objects.ts';
import { AddressMode, ipv4InterfaceEntry } from '../l3-feature/objects.ts';
import { leases } from '../l3-feature/slots.ts';
import { AutoConfigStatus, dhcpAutoConfigCtrl } from './objects.ts';
import { type AutoConfigState, autoConfigState } from './state.ts';

/** Milliseconds after the start of the switch within which this service begins with it; later somebody has enabled it. */
const AT_START = 60_000;

/** How often a file is asked for, and the milliseconds in between. */
const ATTEMPTS = 3;
const PAUSE = 10_000;

/** VLAN 1, whose interface is built in. */
const VLAN = 1;

/** The restore is asked for in this name: what the file comes to is judged as anybody's change. */
const theAutoConfiguration: Caller = {
  access: 'autoConfiguration',
  user: 'the switch',
  session: 'auto-configuration',
  remoteAddress: undefined,
  connection: undefined,
};

/** The fingerprint of the file that was applied and saved last. */
const appliedFile: Keepable<string> = {
  name: 'auto-configuration',
  version: 1,
  write: (digest) => digest,
  read: (json) => (typeof json === 'string' ? json : undefined),
};

/** Fetches the configuration that a DHCP server names, once after a start. */
export function startAutoConfiguration(context: ServiceContext): RunningService {
  // Enabling it notes that it takes place at the next start: nothing changes under a session.
  const isSaved = context.startup().group(dhcpAutoConfigCtrl).dhcpAutoConfigState === Status.enabled;
  if (isSaved && context.power.upTime() < AT_START) new AutoConfiguration(context).begin();
  return {};
}

class AutoConfiguration {
  readonly #context: ServiceContext;
  #isOver = false;

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  begin(): void {
    const { slots, clock } = this.#context;
    this.#tell({ status: AutoConfigStatus.waiting });
    // A change is over only when the services know of it, and this one is still to start.
    this.#askForLease().catch((error: unknown) => this.#fail(AutoConfigStatus.serverSilent, reasonOf(error)));
    slots.follow([leases], () => this.#look());
    clock.after(millisecondsIn(dhcpAutoConfigCtrl, this.#settings())('dhcpAutoConfigTimeout'), () => this.#giveUp());
    this.#look();
  }

  #settings() {
    return this.#context.configuration().group(dhcpAutoConfigCtrl);
  }

  /** The interface of VLAN 1 takes its address from a server until the next start; without one its own stays in use. */
  async #askForLease(): Promise<void> {
    const row = this.#context
      .configuration()
      .rows(ipv4InterfaceEntry)
      .find(({ ipIfVlanId }) => ipIfVlanId === VLAN);
    if (!row || row.ipAddrCfgMode === AddressMode.dynamic) return;
    await changeOnceDecided(this.#context, say('DHCP auto configuration'), (configuration) =>
      configuration.withRow(ipv4InterfaceEntry, { ...row, ipAddrCfgMode: AddressMode.dynamic }),
    );
  }

  #look(): void {
    if (this.#isOver) return;
    const named = [...this.#context.slots.get(leases).values()].find(
      ({ bootServer, bootFile }) => bootServer && bootFile,
    );
    if (!named) return;
    const { bootServer: server = '', bootFile: file = '' } = named;
    this.#isOver = true;
    void this.#fetch(server, file, 1);
  }

  #giveUp(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const hasLease = this.#context.slots.get(leases).size > 0;
    const reason = hasLease
      ? say('The DHCP server names no configuration file.')
      : say('No DHCP server assigned an address in time.');
    this.#fail(hasLease ? AutoConfigStatus.noFile : AutoConfigStatus.serverSilent, reason);
  }

  /** A file that arrives while a forced change is pending is fetched again once that is decided. */
  async #fetch(server: string, file: string, attempt: number): Promise<void> {
    const { clock } = this.#context;
    let isFetched = false;
    try {
      await onceDecided(this.#context, async () => {
        isFetched = false;
        await this.#download(server, file);
        isFetched = true;
        await this.#apply();
      });
    } catch (error) {
      const status = isFetched ? AutoConfigStatus.fileInvalid : statusOf(error);
      if (status === AutoConfigStatus.serverSilent && attempt < ATTEMPTS) {
        clock.after(PAUSE, () => void this.#fetch(server, file, attempt + 1));
        return;
      }
      this.#fail(status, reasonOf(error));
    }
  }

  async #download(server: string, file: string): Promise<void> {
    this.#tell({ status: AutoConfigStatus.downloading, server, file });
    const values = {
      cfgDirection: TransferDirection.restore,
      cfgMethod: TransferMethod.tftp,
      cfgServerAddr: readable(cfgTransferCtrl.fields.cfgServerAddr.read(server)),
      cfgFileName: readable(cfgTransferCtrl.fields.cfgFileName.read(file)),
      cfgMode: RestoreMode.replace,
      cfgKeepAddress: TruthValue.no,
    };
    await this.#context.management.perform([{ kind: 'set', object: cfgTransferCtrl, values }], theAutoConfiguration);
  }

  /** Puts what was fetched and checked in force, and saves it where that is wanted. */
  async #apply(): Promise<void> {
    const { management, flash, log } = this.#context;
    this.#tell({ status: AutoConfigStatus.applying });
    const found = await management.read(cfgTransferCtrl, {}, theAutoConfiguration);
    const { cfgRestoreDigest: digest, cfgRestoreChanges: changes } = found as Values;
    // An administrator who restores at the same time has put his own file in the place of this one.
    if (digest === '') throw new SpokenError(say('Another restore has begun meanwhile.'));
    const overwrites = this.#settings().dhcpAutoConfigOverwrite === TruthValue.yes;
    const applied = this.#context.keep(appliedFile);
    if (overwrites && (await applied.load()) === digest) {
      log.write(Severity.informational, say('DHCP auto configuration: the file has already been applied.'));
      this.#tell({ status: AutoConfigStatus.done });
      return;
    }
    if (changes !== 0) {
      await management.perform(
        [{ kind: 'set', object: cfgTransferCtrl, values: { cfgConfirm: 2 } }],
        theAutoConfiguration,
      );
    }
    if (overwrites) {
      flash.save(flash.startUpSlot, 'auto-configuration');
      await flash.settled();
      if (flash.status !== FlashStatus.success) throw new SpokenError(say('Save configuration failure.'));
      await applied.save(String(digest));
    }
    const { server, file } = this.#context.slots.get(autoConfigState);
    log.write(Severity.notice, say('DHCP auto configuration: {{file}} of {{server}} is in force.', { file, server }));
    this.#tell({ status: AutoConfigStatus.done });
  }

  #fail(status: AutoConfigState['status'], reason: Message): void {
    this.#context.log.write(Severity.error, say('DHCP auto configuration failed: {{reason}}', { reason }));
    this.#tell({ status, reason });
  }

  #tell(now: Partial<AutoConfigState>): void {
    const { slots, wallClock } = this.#context;
    slots.update(autoConfigState, (present) => ({ ...present, reason: undefined, ...now, time: wallClock.now() }));
  }
}

/** A field's reading of a value from a server. Throws if the field refuses it. */
function readable<Value>(reading: Reading<Value & string>): string {
  if (reading.ok) return reading.value;
  throw new Refusal(ErrorCode.wrongValue, reading.message);
}

function statusOf(error: unknown): AutoConfigState['status'] {
  if (!(error instanceof Refusal)) return AutoConfigStatus.fileInvalid;
  if (error.said.text === fileNotFound.text) return AutoConfigStatus.noFile;
  return error.code === ErrorCode.commitFailed ? AutoConfigStatus.serverSilent : AutoConfigStatus.fileInvalid;
}

function reasonOf(error: unknown): Message {
  return error instanceof SpokenError ? error.said : say('The configuration could not be applied.');
}
