import type { Cancel } from '../../../datapath/clock.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { chassisIdText, portIdText } from '../../../protocols/lldp/identifier.ts';
import { isEndpoint, type LldpNews } from '../../../protocols/lldp/receive.ts';
import type { Neighbour } from '../../../protocols/lldp/state.ts';
import { lldpConfiguration, lldpPortConfigEntry } from './objects.ts';
import { lldpXMedPortConfigEntry } from './tlv-objects.ts';

/** News of a port that were not reported yet. */
interface Withheld {
  /** News since the last entry. */
  count: number;
  severity: Severity;
  timer: Cancel;
}

/**
 * Reports neighbors that appear and disappear: in the log, and as a warning if the port's notification is on. A port
 * reports once per notification interval (LLDP-MIB lldpNotificationInterval); events in between are reported as a
 * number, so that a flapping neighbor does not fill the log.
 */
export class NeighbourNews {
  readonly #context: ServiceContext;
  readonly #withheld = new Map<number, Withheld>();

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  tell(news: LldpNews): void {
    if (news.kind === 'changed') return;
    const port = news.kind === 'tooMany' ? news.port : news.neighbour.port;
    const severity = this.#severityOf(news, port);
    const withheld = this.#withheld.get(port);
    if (withheld) {
      withheld.count += 1;
      // The lower number is the more severe one.
      withheld.severity = severity < withheld.severity ? severity : withheld.severity;
      return;
    }
    this.#context.log.write(severity, wordsOf(news, port));
    this.#rest(port);
  }

  #rest(port: number): void {
    const interval = millisecondsIn(
      lldpConfiguration,
      this.#context.configuration().group(lldpConfiguration),
    )('lldpNotificationInterval');
    const timer = this.#context.clock.after(interval, () => {
      const withheld = this.#withheld.get(port);
      this.#withheld.delete(port);
      if (!withheld || withheld.count === 0) return;
      const { count, severity } = withheld;
      this.#context.log.write(
        severity,
        say('Port {{port}}: LLDP neighbors were added and removed {{count}} more times.', { port, count }),
      );
      this.#rest(port);
    });
    this.#withheld.set(port, { count: 0, severity: Severity.informational, timer });
  }

  #severityOf(news: LldpNews, port: number): Severity {
    const configuration = this.#context.configuration();
    const index = { lldpPortConfigPortNum: port };
    const basic = configuration.row(lldpPortConfigEntry, index)?.lldpPortConfigNotificationEnable;
    const med = configuration.row(lldpXMedPortConfigEntry, index)?.lldpXMedPortConfigNotifEnable;
    const endpoint = news.kind !== 'tooMany' && isEndpoint(news.neighbour.information);
    const wanted = basic === TruthValue.yes || (endpoint && med === TruthValue.yes);
    return wanted ? Severity.warning : Severity.informational;
  }
}

function wordsOf(news: Exclude<LldpNews, { kind: 'changed' }>, port: number): Message {
  if (news.kind === 'tooMany') return say('Port {{port}}: the LLDP neighbor table is full.', { port });
  const { name, remote } = namesOf(news.neighbour);
  if (news.kind === 'come')
    return say('Port {{port}}: LLDP neighbor {{name}}, its port {{remote}}.', { port, name, remote });
  const why = {
    shutdown: say('it sent a shutdown notice'),
    aged: say('it expired'),
    link: say('the link went down'),
    settings: say('LLDP reception was disabled there'),
  }[news.why];
  return say('Port {{port}}: LLDP neighbor {{name}} is gone, {{why}}.', { port, name, why });
}

function namesOf({ information }: Neighbour): { readonly name: string; readonly remote: string } {
  const { systemName, chassisId, portId } = information;
  return { name: systemName || chassisIdText(chassisId), remote: portIdText(portId) };
}
