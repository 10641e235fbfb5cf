import type { Configuration } from '../../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { type IpNetwork, parseIpNetwork } from '../../../model/values/ip-prefix.ts';
import { say } from '../../../model/values/message.ts';
import { METRICS_NETWORKS, metricsCtrl } from './objects.ts';

/** The networks of collectors that need no token. */
export function metricsNetworks(configuration: Configuration): readonly IpNetwork[] {
  return namedIn(configuration).flatMap((text) => parseIpNetwork(text) ?? []);
}

function namedIn(configuration: Configuration): readonly string[] {
  return configuration
    .group(metricsCtrl)
    .metricsNetworks.split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** Each part of the list is a network. */
export const networksRule: Rule = {
  concerns: [metricsCtrl],
  *check({ after }) {
    const named = namedIn(after);
    const wrong = named.find((text) => parseIpNetwork(text) === undefined);
    const column = 'metricsNetworks';
    if (wrong !== undefined) {
      yield conflict(metricsCtrl, say('{{text}} is not an IP address or network.', { text: wrong }), { column });
    } else if (named.length > METRICS_NETWORKS) {
      yield conflict(metricsCtrl, say('At most {{max}} networks.', { max: METRICS_NETWORKS }), { column });
    }
  },
};
