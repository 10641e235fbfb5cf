import { Severity } from '../../../device/log/log.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { formatBridgeIdentifier } from '../../../protocols/spanning-tree/bridge-identifier.ts';
import type { SpanningTreeNews } from '../../../protocols/spanning-tree/bridge-state.ts';
import { nameOfPort } from './objects.ts';

/** The log message of a piece of news. */
export function entryOf(news: SpanningTreeNews): [Severity, Message] {
  switch (news.kind) {
    case 'root': {
      if (news.port === undefined) return [Severity.warning, say('Spanning tree: this switch is now the root bridge.')];
      const words = { root: formatBridgeIdentifier(news.root), port: nameOfPort(news.port) };
      return [Severity.warning, say('Spanning tree: the root bridge is now {{root}}, behind {{port}}.', words)];
    }
    case 'topologyChange':
      return [Severity.warning, say('{{tree}}: the topology changed, seen at {{port}}.', placeOf(news))];
    case 'blocked':
      return [
        Severity.warning,
        say('{{tree}}: {{port}} is blocked, there is another path to the root.', placeOf(news)),
      ];
    case 'unblocked':
      return [Severity.notice, say('{{tree}}: {{port}} is no longer blocked.', placeOf(news))];
    case 'edgeLost': {
      const words = { port: nameOfPort(news.port) };
      return [Severity.warning, say('Spanning tree: {{port}} received a BPDU and is no longer an edge port.', words)];
    }
    case 'changesIgnored': {
      const words = { port: nameOfPort(news.port) };
      return [
        Severity.warning,
        say('Spanning tree: topology changes received at {{port}} are delayed until the cycle ends.', words),
      ];
    }
  }
}

function placeOf({ tree, port }: { readonly tree: number; readonly port: number }) {
  return {
    tree: tree === 0 ? say('Spanning tree') : say('MST instance {{instance}}', { instance: tree }),
    port: nameOfPort(port),
  };
}
