import type { PortState } from '../../../datapath/datapath.ts';
import { Severity } from '../../../device/log/log.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { hasPort, NO_PORTS, type PortList, portListOf, portsOf } from '../../../model/values/port-list.ts';
import type { LacpState } from '../../../protocols/lacp/state.ts';
import type { TrunkView } from '../../../protocols/lacp/trunk-view.ts';
import { configuredTrunks } from '../../bridge-ports.ts';

/** State of a trunk at the last look. */
interface Seen {
  readonly members: PortList;
  readonly active: PortList;
  readonly individual: number | undefined;
  /** The system that its members are bundled with; "" without one. */
  readonly partner: string;
}

type Write = (severity: Severity, message: Message) => void;

/** Says in the log what becomes of trunks: members that come and are lost, trunks without any, partners that change. */
export class TrunkWatch {
  readonly #write: Write;
  #seen: ReadonlyMap<number, Seen> = new Map();

  constructor(write: Write) {
    this.#write = write;
  }

  /** Compares the trunks with their former state, and reports changes. */
  look(
    configuration: Configuration,
    links: ReadonlyMap<number, PortState>,
    lacp: LacpState,
    views: ReadonlyMap<number, TrunkView>,
  ): void {
    const seen = new Map<number, Seen>();
    for (const { number, trunk, members } of configuredTrunks(configuration)) {
      const view = views.get(number);
      const up = portListOf(portsOf(members).filter((port) => links.get(port)?.link === 'up'));
      const active = view ? view.distributing & members : up;
      const [first] = portsOf(view && view.individual === undefined ? active : NO_PORTS);
      const before = this.#seen.get(trunk);
      const heard = first === undefined ? '' : (lacp.ports.get(first)?.partner.system ?? '');
      // The former partner is known until there is another one.
      const now = { members, active, individual: view?.individual, partner: heard || (before?.partner ?? '') };
      seen.set(trunk, now);
      this.#tell(trunk, before, now, up);
    }
    this.#seen = seen;
  }

  #tell(trunk: number, before: Seen | undefined, now: Seen, up: PortList): void {
    const formerly = before ? before.active & now.members : NO_PORTS;
    for (const port of portsOf(now.active & ~formerly)) {
      if (port === now.individual) {
        const alone = say('Trunk {{trunk}}: no LACP partner, only port {{port}} forwards.', { trunk, port });
        this.#write(Severity.warning, alone);
      } else this.#write(Severity.notice, say('Port {{port}} joined trunk {{trunk}}.', { port, trunk }));
    }
    for (const port of portsOf(formerly & ~now.active)) {
      const why = hasPort(up, port) ? say('its partner no longer bundles it') : say('its link is down');
      this.#write(Severity.warning, say('Port {{port}} left trunk {{trunk}}: {{why}}.', { port, trunk, why }));
    }
    if (formerly !== NO_PORTS && now.active === NO_PORTS) {
      this.#write(Severity.error, say('Trunk {{trunk}} is down: none of its ports forwards.', { trunk }));
    }
    if (before && before.partner !== '' && before.partner !== now.partner) {
      const { partner } = now;
      const former = before.partner;
      const changed = say('Trunk {{trunk}}: its partner is now {{partner}}, previously {{former}}.', {
        trunk,
        partner,
        former,
      });
      this.#write(Severity.warning, changed);
    }
  }
}
