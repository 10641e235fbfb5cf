import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Cancel, Clock } from '../../datapath/clock.ts';
import type { SwitchReport } from '../../protocols/cloud/report.ts';
import type { Bus, Unsubscribe } from '../bus/bus.ts';
import { askController, type ReportOnLine } from '../bus/questions.ts';
import type { HeldLine, LineFinding } from '../store/lines.ts';
import { linesDigest } from './lines-digest.ts';
import { SwitchLine } from './switch-line.ts';
import { answerForSwitch, followDropped, followMoved, type SwitchRequest, tellMoved } from './switch-subjects.ts';

/** Milliseconds within which switches come back after a restart that was announced. */
const SPREAD = 10_000;

/** Milliseconds that a switch has for an answer: a change that waits for its confirmation takes longest. */
const PATIENCE = 3_700_000;

/** Lines that a switch may have: beside the one that it is asked by, those that it opened before and ends soon. */
const LINES = 3;

/** Milliseconds between two signs of life to the controllers. */
const ALIVE = 10_000;

/** Owner of a line, and how it was admitted. */
export interface Admitted extends HeldLine {
  readonly tenant: string;
  /** Of the certificate that it was opened with. */
  readonly number: string;
  /** Its source address. */
  readonly address: string;
  /** SubjectPublicKeyInfo, DER, of the key that the other end has shown that it has. */
  readonly publicKey: Buffer | undefined;
}

/** A line that was taken. */
interface Taken {
  readonly number: number;
  readonly line: SwitchLine;
}

/**
 * The connections of switches to a gateway. Every message on a connection carries its number, and every report its own:
 * messages of a bus arrive late, twice and in any order, and outdated ones change nothing. Lost messages are repeated
 * with the next heartbeat.
 */
export class GatewayLines {
  /** By what the store knows them. */
  readonly id = randomBytes(8).toString('hex');
  readonly #bus: Bus;
  readonly #clock: Clock;
  /** By serial number, in the order of their numbers. */
  readonly #lines = new Map<string, readonly Taken[]>();
  /** Lines whose first report is being kept: the store may know them already. */
  readonly #entering = new Map<SwitchLine, HeldLine>();
  /** Reports of switches that no controller has taken yet: they are repeated until one has. */
  readonly #owed = new Map<SwitchLine, ReportOnLine>();
  /** Connections that were not asked for at the last heartbeat: those still there at the next one are ended. */
  #replaced: ReadonlySet<SwitchLine> = new Set();
  /** Ends answering for a switch, by serial number. */
  readonly #answering = new Map<string, Unsubscribe>();
  readonly #ends: readonly Unsubscribe[];
  #stopLiving: Cancel = () => {};

  constructor(bus: Bus, clock: Clock) {
    this.#bus = bus;
    this.#clock = clock;
    this.#ends = [
      followDropped(bus, (serial) => this.#drop(serial, Number.POSITIVE_INFINITY)),
      followMoved(bus, (serial, number) => this.#moved(serial, number)),
    ];
  }

  /**
   * Begins to announce itself. Known before its first connection: one over an unknown gateway would be taken for a
   * remainder of a dead one.
   */
  async begin(): Promise<void> {
    await this.#live();
    this.#stopLiving = this.#clock.every(ALIVE, () => void this.#live());
  }

  /** Switches that have a line. */
  count(): number {
    return this.#lines.size;
  }

  /** Sends everybody away, who come to another gateway, or to the next start of this one. */
  close(): void {
    this.#stopLiving();
    for (const end of this.#ends) end();
    for (const { line } of [...this.#lines.values()].flat()) {
      line.announceRestart(SPREAD);
      line.close();
    }
  }

  /** A switch has opened a line that was admitted. */
  open(opened: WebSocket, { serial, line: number, tenant, number: certificate, address, publicKey }: Admitted): void {
    const { id: gateway } = this;
    let reports = 0;
    const reported = (report: SwitchReport): ReportOnLine => {
      reports += 1;
      return { serial, line: number, number: reports, gateway, address, report };
    };
    const line: SwitchLine = new SwitchLine(opened, this.#clock, {
      connected: async (report) => {
        this.#entering.set(line, { serial, line: number });
        try {
          if (!(await askController(this.#bus, 'connected', reported(report)))) return false;
          if (!line.isOver) this.#take(serial, { number, line });
          return !line.isOver;
        } finally {
          this.#entering.delete(line);
        }
      },
      opened: () => void askController(this.#bus, 'settled', { serial }).catch(() => {}),
      reported: latestOnly(async (report) => {
        this.#owed.set(line, reported(report));
        await this.#report(line);
      }),
      // A word on how well it is comes again with the next line; one of the log is gone, as it is with a log server.
      logged: (said) => void askController(this.#bus, 'log', { serial, line: said }).catch(() => {}),
      told: (health) => void askController(this.#bus, 'health', { serial, health }).catch(() => {}),
      renew: async () => {
        if (!publicKey) throw new Error('The switch shows no key.');
        const question = { serial, tenant, number: certificate, publicKey: publicKey.toString('base64') };
        const issued = await askController(this.#bus, 'renew', question);
        if (!issued) throw new Error('The certificate is not good any more.');
        return issued;
      },
      ended: () => {
        this.#owed.delete(line);
        this.#leave(serial, line);
        // An unknown one is over before that: its first report may be on its way.
        if (reports > 0) this.#tellEnd({ serial, line: number });
      },
    });
  }

  /** Says that it is there, what it has, and what has not come through before. Never rejects: it is said again. */
  async #live(): Promise<void> {
    this.#endReplaced();
    try {
      for (const line of [...this.#owed.keys()]) void this.#report(line);
      const { id: gateway } = this;
      const known = await askController(this.#bus, 'alive', { gateway });
      const lines = this.#held();
      if (known === linesDigest(lines)) return;
      for (const finding of await askController(this.#bus, 'lines', { gateway, lines })) this.#heed(finding);
    } catch {}
  }

  /**
   * Ends connections that the cloud has replaced by another one. The switch ends them itself, unless it opened several
   * whose answers overtook each other: it would keep an unused one.
   */
  #endReplaced(): void {
    const replaced = new Set<SwitchLine>();
    for (const [serial, lines] of this.#lines) {
      const asked = this.#answering.has(serial) ? lines.at(-1)?.line : undefined;
      for (const { line } of lines) if (line !== asked && !line.isAwaited) replaced.add(line);
    }
    const former = this.#replaced;
    this.#replaced = replaced;
    for (const line of replaced) if (former.has(line)) line.close();
  }

  /** The lines by which switches are asked here, and those that are about to be. */
  #held(): readonly HeldLine[] {
    const held = new Map<string, number>();
    for (const serial of this.#answering.keys()) held.set(serial, this.#newest(serial)?.number ?? 0);
    for (const { serial, line } of this.#entering.values()) held.set(serial, Math.max(line, held.get(serial) ?? 0));
    return [...held].map(([serial, line]) => ({ serial, line }));
  }

  /** The store knows something else of a line than was said: lines come and go while it is asked. */
  #heed({ serial, line, finding }: LineFinding): void {
    if (finding === 'unclaimed') this.#drop(serial, line);
    else if (finding === 'outdated') this.#moved(serial, line + 1);
    else {
      const isHere = this.#lines.get(serial)?.some(({ number }) => number === line);
      const isComing = [...this.#entering.values()].some((one) => one.serial === serial && one.line === line);
      if (!isHere && !isComing) this.#tellEnd({ serial, line });
    }
  }

  #tellEnd(line: HeldLine): void {
    askController(this.#bus, 'disconnected', line).catch(() => {});
  }

  /** Passes the last report of a switch to a controller. Never rejects: the next heartbeat repeats it. */
  async #report(line: SwitchLine): Promise<void> {
    const owed = this.#owed.get(line);
    if (!owed) return;
    const isKnown = await askController(this.#bus, 'state', owed).catch(() => undefined);
    if (isKnown === undefined) return;
    if (this.#owed.get(line) === owed) this.#owed.delete(line);
    if (!isKnown) line.close();
  }

  #newest(serial: string): Taken | undefined {
    return this.#lines.get(serial)?.at(-1);
  }

  /** The newest line of a switch is the one by which it is asked; an older one may still owe an answer, and the switch ends it. */
  #take(serial: string, taken: Taken): void {
    const lines = [...(this.#lines.get(serial) ?? []), taken].sort((a, b) => a.number - b.number);
    this.#lines.set(serial, lines.slice(-LINES));
    for (const { line } of lines.slice(0, -LINES)) line.close();
    if (this.#newest(serial) !== taken) return;
    if (!this.#answering.has(serial)) {
      const reply = (asked: SwitchRequest) =>
        this.#newest(serial)?.line.ask(asked, PATIENCE) ?? Promise.reject(new Error('The line to the switch ended.'));
      this.#answering.set(serial, answerForSwitch(this.#bus, serial, reply));
    }
    tellMoved(this.#bus, serial, taken.number);
  }

  #leave(serial: string, line: SwitchLine): void {
    const lines = this.#lines.get(serial) ?? [];
    // Those that are left only owe answers: the switch opened this one in their place.
    if (lines.at(-1)?.line === line) this.#answerNoMore(serial);
    const left = lines.filter((other) => other.line !== line);
    if (left.length > 0) this.#lines.set(serial, left);
    else this.#lines.delete(serial);
  }

  /** The switch has this line, here or elsewhere. */
  #moved(serial: string, number: number): void {
    const newest = this.#newest(serial);
    if (newest && newest.number < number) this.#answerNoMore(serial);
  }

  /** The cloud no longer accepts the switch. */
  #drop(serial: string, number: number): void {
    for (const taken of this.#lines.get(serial) ?? []) if (taken.number <= number) taken.line.close();
  }

  #answerNoMore(serial: string): void {
    this.#answering.get(serial)?.();
    this.#answering.delete(serial);
  }
}

/**
 * Passes values on one after the other, and of those that arrive meanwhile only the latest: receivers need not see
 * each.
 */
function latestOnly<Item>(handOn: (item: Item) => Promise<void>): (item: Item) => void {
  let isBusy = false;
  let latest: { readonly item: Item } | undefined;
  const next = async () => {
    isBusy = true;
    for (let taken = latest; taken; taken = latest) {
      latest = undefined;
      await handOn(taken.item);
    }
    isBusy = false;
  };
  return (item) => {
    latest = { item };
    if (!isBusy) void next();
  };
}
