import type { Cancel } from '../../../datapath/clock.ts';
import { addressKey } from '../../../datapath/plan.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { changeOnceDecided } from '../../../device/services/change-once-decided.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { type Message, say, wordsOf } from '../../../model/values/message.ts';
import { saidBy } from '../../../model/values/spoken-error.ts';
import { macAt } from '../../../protocols/frames/addresses.ts';
import type {
  PortSecurityEvent,
  PortSecurityNews,
  PortSecurityStep,
  Refusal,
} from '../../../protocols/port-security/events.ts';
import { stepPortSecurity } from '../../../protocols/port-security/port-security.ts';
import { nextAgeing } from '../../../protocols/port-security/secure-entries.ts';
import {
  idlePortSecurity,
  type PortSecuritySettings,
  type PortSecurityState,
  type SecurePlace,
} from '../../../protocols/port-security/state.ts';
import { closedPorts, closePorts, portsClosedBy } from '../../network/physical-interface/slots.ts';
import { trapSender } from '../../system/snmp/slots.ts';
import { AddressOrigin, portSecAddrEntry, portSecGlobal } from './objects.ts';
import { administrators, settingsOf, settingsUse, UNKNOWN_SOURCES } from './settings.ts';
import { portSecurityDesk, secureEntries } from './slots.ts';
import { TrapRate } from './trap-rate.ts';
import { ViolationCounts } from './violation-counts.ts';

/** Milliseconds between two looks at who was heard, where addresses age by that. */
const LOOK = 10_000;

/** Decides on sources that secured ports do not know, and lets addresses age. */
export function startPortSecurity(context: ServiceContext): RunningService {
  const { clock, datapath, hardware, log, slots } = context;
  const read = () => settingsOf(context.configuration(), slots, hardware.baseMacAddress);
  const counts = new ViolationCounts();
  const traps = new TrapRate();
  // A run before this one may have ended by an error: the addresses that it accepted are still in force.
  let state: PortSecurityState = {
    ...idlePortSecurity,
    entries: slots.get(secureEntries),
    shut: portsClosedBy(slots, 'portSecurity'),
  };
  let former: PortSecuritySettings | undefined;
  let settings = read();
  let sleep: Cancel = () => undefined;
  let changes: Promise<void> = Promise.resolve();

  const tell = (event: PortSecurityEvent): PortSecurityStep => {
    const step = stepPortSecurity(settings, state, event, clock.now());
    state = step.state;
    slots.update(secureEntries, () => state.entries);
    closePorts(slots, 'portSecurity', state.shut);
    for (const news of step.news) spread(news);
    if (step.keep.length > 0 || step.drop.length > 0) note(step.keep, step.drop);
    rest();
    return step;
  };

  const rest = (): void => {
    sleep();
    const wakeAt = nextAgeing(settings, state);
    if (!Number.isFinite(wakeAt)) return;
    const byFrames = [...settings.ports.values()].some((port) => port.ageing > 0 && port.ageingFrom === 'lastFrame');
    const pause = Math.max(0, wakeAt - clock.now());
    sleep = clock.after(byFrames ? Math.min(LOOK, pause) : pause, () => void look(byFrames));
  };

  /** A station that sends does not age by its last frame; while the datapath restarts, nothing is known of that. */
  const look = async (byFrames: boolean): Promise<void> => {
    const sources = byFrames ? await datapath.secureSources().catch(() => undefined) : undefined;
    const frames = new Map<string, bigint>();
    for (const [key, { place }] of state.entries) {
      const count = sources?.heard.get(addressKey(place.vlan, place.address));
      if (count !== undefined) frames.set(key, count);
    }
    if (byFrames && !sources) sleep = clock.after(LOOK, () => void look(byFrames));
    else tell(byFrames ? { kind: 'heard', frames } : { kind: 'wake' });
  };

  /** Takes addresses into the configuration, and out of it. */
  const note = (keep: readonly SecurePlace[], drop: readonly SecurePlace[]): void => {
    changes = changes
      .then(() =>
        changeOnceDecided(context, say('secure addresses'), (configuration) => {
          let next = configuration;
          for (const place of drop) next = next.withoutRow(portSecAddrEntry, indexOf(place));
          for (const place of keep) {
            const row = {
              ...indexOf(place),
              portSecAddrPermanent: Status.enabled,
              portSecAddrOrigin: AddressOrigin.learnt,
            };
            next = next.withRow(portSecAddrEntry, row);
          }
          return next;
        }),
      )
      .catch((error: unknown) => {
        log.write(Severity.warning, say('Secure addresses could not be kept: {{reason}}', { reason: saidBy(error) }));
      });
  };

  const spread = (news: PortSecurityNews): void => {
    const [severity, message] = entryOf(news);
    if (news.kind !== 'violation' || news.isNew) log.write(severity, message);
    if (news.kind === 'opened') return;
    const { portSecTrapState, portSecTrapRate } = context.configuration().group(portSecGlobal);
    if (portSecTrapState !== Status.enabled || !traps.admits(portSecTrapRate, clock.now())) return;
    slots.get(trapSender)?.({ kind: 'portSecurity', words: wordsOf(message), varBinds: [], community: '' });
  };

  /** Ports that are newly secured, or in another mode, restart counting. */
  const countAnew = async (before: PortSecuritySettings | undefined): Promise<void> => {
    const fresh = [...settings.ports].filter(([port, { keeps }]) => before?.ports.get(port)?.keeps !== keeps);
    if (fresh.length === 0) return;
    const sources = await datapath.secureSources().catch(() => undefined);
    for (const [port] of fresh) counts.clear(port, sources?.unknown.get(port) ?? 0n);
  };

  const configure = (): void => {
    former = settings;
    settings = read();
    tell({ kind: 'configure', former, stations: stations() });
    void countAnew(former);
  };
  const stations = () => administrators(context.configuration(), slots);

  context.offer(portSecurityDesk, {
    counts,
    now: () => clock.now(),
    clear: (selection) => void tell({ kind: 'clear', ...selection }),
  });
  context.onFrame([UNKNOWN_SOURCES], (punted) => {
    const { port, vlan = 0, frame } = punted;
    if (!tell({ kind: 'source', place: { port, vlan, address: macAt(frame, 6) } }).admits) return;
    if (settings.ports.has(port)) counts.excuse(port);
    datapath.resume(punted);
  });
  context.onPort(({ port, link }) => {
    if (link === 'down') tell({ kind: 'linkDown', port });
  });
  slots.follow(settingsUse, configure);
  slots.follow([closedPorts], () => {
    const closed = portsClosedBy(slots, 'portSecurity');
    for (const port of state.shut) if (!closed.has(port)) tell({ kind: 'opened', port });
  });
  tell({ kind: 'configure', former: undefined, stations: stations() });
  void countAnew(undefined);
  return { changed: configure };
}

function indexOf({ port, vlan, address }: SecurePlace) {
  return { portSecAddrPort: port, portSecAddrVlan: vlan, portSecAddrMac: address };
}

function entryOf(news: PortSecurityNews): [Severity, Message] {
  if (news.kind === 'opened') {
    return [Severity.notice, say('Port {{port}} is open again.', { port: news.port })];
  }
  const { address, vlan, port } = news.place;
  const why = reasonOf(news.why);
  if (news.kind === 'shut') {
    const text = say(
      'Port security: port {{port}} was shut down by a frame from {{address}} in VLAN {{vlan}}, {{why}}.',
      {
        ...{ port, address, vlan, why },
      },
    );
    return [Severity.error, text];
  }
  const text = say('Port security: port {{port}} drops frames from {{address}} in VLAN {{vlan}}, {{why}}.', {
    ...{ port, address, vlan, why },
  });
  return [Severity.warning, text];
}

function reasonOf(why: Refusal): Message {
  switch (why.code) {
    case 'portFull':
      return say('its maximum is reached');
    case 'switchFull':
      return say('the limit of the switch is reached');
    case 'elsewhere':
      return say('which belongs to port {{port}}', { port: why.port });
    case 'ownAddress':
      return say("the switch's own address");
    case 'noStation':
      return say('which is not the address of a station');
  }
}
