import { status } from '../../../model/schema/kinds/enumeration.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';

/** Networks that need no token at most. */
export const METRICS_NETWORKS = 8;

/** What collectors such as Prometheus may fetch, and from where (docs/specification/system.md, "Administration"). */
export const metricsCtrl = group('metricsCtrl', {
  title: 'Metrics',
  page: '/System/Administration',
  fields: {
    metricsState: status({
      label: 'Metrics',
      default: 2,
      help: 'Serves measurements for Prometheus at /metrics.',
    }),
    metricsNetworks: text({
      label: 'Networks without a token',
      maxLength: 400,
      characters: /[0-9A-Fa-f.:/, ]/,
      pattern: {
        matches: /^[^,]+(,[^,]+)*$/,
        refusal: say('Enter addresses or networks, separated by commas, such as "192.0.2.10, 198.51.100.0/24".'),
      },
      help: 'Addresses or networks of collectors, separated by commas. Empty: every collector needs an API token.',
    }),
  },
  privateMib: { number: 213, columns: ['metricsState', 'metricsNetworks'] },
});
