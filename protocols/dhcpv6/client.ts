import { nextRandom } from '../next-random.ts';
import { type Answer, answerIn } from './answer.ts';
import type { Dhcpv6Event, Dhcpv6Loss, Dhcpv6News, Dhcpv6Step } from './events.ts';
import { type Exchange, isOver, newExchange, sentOnce, solicitMaximum } from './exchange.ts';
import { type Dhcpv6Lease, leaseOf } from './lease.ts';
import { Dhcpv6Type } from './message.ts';
import { Dhcpv6Option, Dhcpv6Status, optionOf, uint32At } from './options.ts';
import { requestFrame } from './request.ts';
import type { Dhcpv6Settings, Dhcpv6State } from './state.ts';

const SECOND = 1000;
const NEVER = Number.POSITIVE_INFINITY;

/** Up to so long waits who begins, so that not all clients speak at once after a power cut (RFC 8415 18.2.1). */
const START_DELAY = 1 * SECOND;

/** Solicitations without an answer after which the administrator hears of it: half a minute. */
const UNANSWERED = 5;

/** An offer with this preference is taken at once (RFC 8415 18.2.9). */
const PREFERENCE_MAXIMUM = 255;

/** Milliseconds before a client starts over after a further setback in a row, doubled each time up to the last. */
const SETBACK_PAUSE = 10 * SECOND;
const SETBACK_PAUSE_MAXIMUM = 300 * SECOND;

/** Milliseconds for which an address has to have served for its end to count as the first setback again. */
const GOOD_SERVICE = 60 * SECOND;

/**
 * One step of a DHCPv6 client of non-temporary addresses (RFC 8415 18.2). All servers of the link are spoken to, whatever they
 * offer; messages to reconfigure are not asked for, and not heard. `now` is monotonic, in milliseconds.
 */
export function stepDhcpv6(settings: Dhcpv6Settings, state: Dhcpv6State, event: Dhcpv6Event, now: number): Dhcpv6Step {
  const work = new Work(settings, state, now);
  work.take(event);
  return work.step();
}

/** One step under way. */
class Work {
  readonly #settings: Dhcpv6Settings;
  readonly #now: number;
  readonly #send: Uint8Array[] = [];
  readonly #news: Dhcpv6News[] = [];
  #state: Dhcpv6State;

  constructor(settings: Dhcpv6Settings, state: Dhcpv6State, now: number) {
    this.#settings = settings;
    this.#state = state;
    this.#now = now;
  }

  step(): Dhcpv6Step {
    const { lease, exchange, phase } = this.#state;
    const times = [exchange?.dueAt ?? NEVER, ...(lease?.addresses.map(({ validUntil }) => validUntil) ?? [])];
    if (lease && phase === 'bound') times.push(lease.renewAt);
    if (lease && phase === 'renewing') times.push(lease.rebindAt);
    return { state: { ...this.#state, wakeAt: Math.min(...times) }, send: this.#send, news: this.#news };
  }

  take(event: Dhcpv6Event): void {
    if (event.kind === 'start') this.#solicit(this.#random() % START_DELAY);
    else if (event.kind === 'wake') this.#wake();
    else if (event.kind === 'frame') this.#hear(event.octets);
    else if (event.kind === 'renew') this.#askAgain();
    else if (event.kind === 'release') this.#release();
    else if (event.kind === 'conflict') this.#decline(event.address);
    else this.#confirm();
  }

  #askAgain(): void {
    const { phase, lease } = this.#state;
    if (phase === 'declining') return;
    if (lease) this.#renew();
    else this.#solicit(0);
  }

  /** A client without an address keeps asking, and is heard at the new place as at the old one. */
  #confirm(): void {
    const { phase, lease } = this.#state;
    if (!lease || (phase !== 'bound' && phase !== 'renewing' && phase !== 'rebinding')) return;
    this.#begin('confirming', Dhcpv6Type.confirm, this.#random() % START_DELAY);
  }

  #wake(): void {
    this.#expire();
    const { phase, lease, exchange, offer } = this.#state;
    const now = this.#now;
    if (phase === 'bound' && lease && lease.renewAt <= now) this.#renew();
    else if (phase === 'renewing' && lease && lease.rebindAt <= now) this.#renew();
    else if (exchange && exchange.dueAt <= now) {
      if (isOver(exchange, now)) this.#giveUp();
      // The first pause is over, in which offers were compared.
      else if (phase === 'soliciting' && exchange.sent > 0 && offer) this.#request();
      else this.#transmit();
    }
  }

  /** There was no answer within the waiting time. */
  #giveUp(): void {
    const { phase } = this.#state;
    if (phase === 'requesting') this.#setBack('refused');
    // There is no denial that the switch is where it was; or the server does not receive the decline.
    else this.#settle();
  }

  /** Takes from the lease what has ended. */
  #expire(): void {
    const { lease } = this.#state;
    if (!lease) return;
    const addresses = lease.addresses.filter(({ validUntil }) => validUntil > this.#now);
    if (addresses.length === lease.addresses.length) return;
    this.#lose(
      lease.addresses.filter((one) => !addresses.includes(one)).map(({ address }) => address),
      'expired',
    );
    this.#state = { ...this.#state, lease: addresses.length > 0 ? { ...lease, addresses } : undefined };
    if (addresses.length === 0) this.#solicit(0);
  }

  #hear(octets: Uint8Array): void {
    const { exchange, phase } = this.#state;
    // Nothing was asked yet where the first message waits for its delay.
    if (!exchange || exchange.sent === 0) return;
    const answer = answerIn(octets, this.#settings, exchange.transaction);
    if (!answer) return;
    this.#heedSolicitMaximum(answer);
    if (phase === 'soliciting') this.#hearOffer(answer, exchange);
    else if (answer.type === Dhcpv6Type.reply) this.#hearReply(answer);
  }

  #hearReply(answer: Answer): void {
    const { phase, leaving } = this.#state;
    if (phase === 'requesting') this.#hearGrant(answer);
    else if (phase === 'renewing' || phase === 'rebinding') this.#hearRenewal(answer);
    else if (phase === 'confirming') {
      if (answer.status === Dhcpv6Status.success) this.#settle();
      if (answer.status === Dhcpv6Status.notOnLink) this.#setBack('moved');
    } else if (answer.server === leaving?.server) this.#settle();
  }

  #heedSolicitMaximum({ options }: Answer): void {
    const content = optionOf(options, Dhcpv6Option.solicitMaximum);
    const maximum = content?.length === 4 ? solicitMaximum(uint32At(content, 0)) : undefined;
    if (maximum !== undefined) this.#state = { ...this.#state, solicitMaximum: maximum };
  }

  #hearOffer(answer: Answer, exchange: Exchange): void {
    const lease = this.#leaseIn(answer);
    if (!lease) return;
    if (answer.type === Dhcpv6Type.reply) {
      const isCommitted = optionOf(answer.options, Dhcpv6Option.rapidCommit) !== undefined;
      if (isCommitted && this.#settings.rapidCommit) this.#bind(lease);
      return;
    }
    const preference = optionOf(answer.options, Dhcpv6Option.preference)?.[0] ?? 0;
    const { offer } = this.#state;
    if (!offer || preference > offer.preference) this.#state = { ...this.#state, offer: { preference, lease } };
    if (preference === PREFERENCE_MAXIMUM || exchange.sent > 1) this.#request();
  }

  #hearGrant(answer: Answer): void {
    const { offer } = this.#state;
    // Transactions can be overheard: whom nothing was asked of gives nothing.
    if (answer.server !== offer?.lease.server) return;
    const isFailing = answer.association?.status ?? answer.status;
    if (isFailing === Dhcpv6Status.unspecified || answer.status === Dhcpv6Status.unspecified) return;
    const lease = this.#leaseIn(answer);
    if (lease) this.#bind(lease);
    else this.#setBack('refused');
  }

  #hearRenewal(answer: Answer): void {
    const { lease, phase } = this.#state;
    if (!lease || (phase === 'renewing' && answer.server !== lease.server)) return;
    const { association } = answer;
    if (!association || answer.status !== Dhcpv6Status.success) return;
    if (association.status === Dhcpv6Status.noBinding) {
      // The server has forgotten the addresses: it is asked for them as for new ones (RFC 8415 18.2.10.1).
      this.#state = { ...this.#state, offer: { preference: 0, lease: { ...lease, server: answer.server } } };
      this.#request();
      return;
    }
    if (association.status !== Dhcpv6Status.success) return;
    const next = leaseOf(association, answer.options, answer.server, lease.addresses, this.#now);
    if (next) this.#bind(next);
    else this.#setBack('refused');
  }

  /** The lease in the answer; undefined if it refuses, or contains nothing that a station could use. */
  #leaseIn({ association, options, server, status }: Answer): Dhcpv6Lease | undefined {
    if (!association || status !== Dhcpv6Status.success || association.status !== Dhcpv6Status.success)
      return undefined;
    return leaseOf(association, options, server, [], this.#now);
  }

  #bind(lease: Dhcpv6Lease): void {
    const former = this.#state.lease;
    const present = new Set(lease.addresses.map(({ address }) => address));
    const gone = former?.addresses.flatMap(({ address }) => (present.has(address) ? [] : [address])) ?? [];
    if (gone.length > 0) this.#lose(gone, 'refused');
    this.#news.push({ kind: former ? 'renewed' : 'bound', lease });
    const setbacks = former ? 0 : this.#state.setbacks;
    this.#state = { ...this.#state, phase: 'bound', lease, offer: undefined, exchange: undefined, setbacks };
  }

  /** Returns to what the client has, or starts over if that is nothing. */
  #settle(): void {
    if (this.#state.lease) this.#state = { ...this.#state, phase: 'bound', exchange: undefined, leaving: undefined };
    else this.#solicit(this.#setbackPause());
  }

  #solicit(delay: number): void {
    this.#state = { ...this.#state, lease: undefined, offer: undefined, leaving: undefined };
    this.#begin('soliciting', Dhcpv6Type.solicit, delay);
  }

  #request(): void {
    this.#begin('requesting', Dhcpv6Type.request);
  }

  /** Asks its own server, or from the rebinding time on any. */
  #renew(): void {
    const isLate = (this.#state.lease?.rebindAt ?? 0) <= this.#now;
    this.#begin(isLate ? 'rebinding' : 'renewing', isLate ? Dhcpv6Type.rebind : Dhcpv6Type.renew);
  }

  /** Sent once: a server that misses it lets the lease end (RFC 8415 18.2.7 allows that). */
  #release(): void {
    const { lease } = this.#state;
    if (lease) {
      const addresses = lease.addresses.map(({ address }) => address);
      this.#lose(addresses, 'released');
      this.#state = { ...this.#state, lease: undefined, leaving: { addresses, server: lease.server } };
      this.#begin('stopped', Dhcpv6Type.release);
    }
    this.#state = {
      ...this.#state,
      phase: 'stopped',
      lease: undefined,
      exchange: undefined,
      leaving: undefined,
      offer: undefined,
    };
  }

  #decline(address: string): void {
    const { lease } = this.#state;
    if (!lease?.addresses.some((one) => one.address === address)) return;
    const addresses = lease.addresses.filter((one) => one.address !== address);
    this.#lose([address], 'conflict');
    this.#state = {
      ...this.#state,
      setbacks: this.#countedSetback(),
      lease: addresses.length > 0 ? { ...lease, addresses } : undefined,
      leaving: { addresses: [address], server: lease.server },
    };
    this.#begin('declining', Dhcpv6Type.decline);
  }

  /** The server does not grant the client's request: starts over, at once the first time. */
  #setBack(reason: Dhcpv6Loss): void {
    const { lease } = this.#state;
    const setbacks = this.#countedSetback();
    if (lease)
      this.#lose(
        lease.addresses.map(({ address }) => address),
        reason,
      );
    this.#state = { ...this.#state, setbacks };
    this.#solicit(this.#setbackPause());
  }

  #countedSetback(): number {
    const { lease, setbacks } = this.#state;
    return lease && this.#now - lease.since >= GOOD_SERVICE ? 1 : setbacks + 1;
  }

  #setbackPause(): number {
    const { setbacks } = this.#state;
    return setbacks <= 1 ? 0 : Math.min(SETBACK_PAUSE_MAXIMUM, SETBACK_PAUSE * 2 ** (setbacks - 2));
  }

  #lose(addresses: readonly string[], reason: Dhcpv6Loss): void {
    this.#news.push({ kind: 'lost', addresses, reason });
  }

  #begin(phase: Dhcpv6State['phase'], type: number, delay = 0): void {
    const exchange = newExchange(type, this.#random(), this.#now, delay);
    this.#state = { ...this.#state, phase, exchange };
    if (delay === 0) this.#transmit();
  }

  #transmit(): void {
    const { exchange, lease, offer, leaving, phase, solicitMaximum: maximum } = this.#state;
    if (!exchange) return;
    const about = phase === 'requesting' ? offer?.lease : lease;
    const addresses = leaving?.addresses ?? about?.addresses.map(({ address }) => address) ?? [];
    const server = leaving?.server ?? about?.server;
    this.#send.push(requestFrame(this.#settings, exchange, addresses, server, this.#now));
    const longest = exchange.type === Dhcpv6Type.solicit ? maximum : undefined;
    const next = sentOnce(exchange, this.#random(), this.#now, longest);
    this.#state = { ...this.#state, exchange: next };
    if (exchange.type === Dhcpv6Type.solicit && next.sent === UNANSWERED) this.#news.push({ kind: 'unanswered' });
  }

  #random(): number {
    const random = nextRandom(this.#state.random);
    this.#state = { ...this.#state, random };
    return random;
  }
}
