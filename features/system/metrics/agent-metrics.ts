import type { DeviceContext } from '../../../device/feature.ts';
import type { CountedEvent } from '../../../device/metrics/event-counts.ts';
import { counter, each, gauge, type Metric, only, type Sample } from '../../../device/metrics/metric.ts';
import { softwareVersion } from '../../../device/software-version.ts';
import { agentFigures } from '../snmp/slots.ts';
import { sshState } from '../ssh/slots.ts';
import { system } from '../system-management/objects.ts';
import { telnetState } from '../telnet/slots.ts';

/** The agent itself: sessions, calls, refusals, guard, configuration and log. */
export function agentMetrics(context: DeviceContext): readonly Metric[] {
  const { power, sessions, slots, counts, guard, history, flash, hardware, configuration } = context;
  const saved = flash.slots().find(({ id }) => id === flash.startUpSlot)?.savedAt;
  const snmp = slots.get(agentFigures)?.counters;
  return [
    gauge('build_info', 'Version of the software and model of the switch.', [
      {
        labels: { version: softwareVersion, model: hardware.modelName, name: configuration().group(system).sysName },
        value: 1,
      },
    ]),
    {
      ...gauge('process_start_time_seconds', 'When the agent started.', only(power.startedAt / 1000)),
      isCommon: true,
    },
    gauge('uptime_seconds', 'Time since the agent started.', only(power.upTime() / 1000)),
    counter('starts_total', 'Starts of the agent.', only(power.starts)),
    gauge('sessions', 'Open management sessions.', [
      { labels: { service: 'web' }, value: sessions.list().length },
      { labels: { service: 'ssh' }, value: slots.get(sshState).sessions.length },
      { labels: { service: 'telnet' }, value: slots.get(telnetState).sessions.length },
    ]),
    counter('failed_logins_total', 'Logins with a wrong name or password.', only(counts.total('failedLogins'))),
    counter('refused_tokens_total', 'API tokens that were wrong or expired.', only(counts.total('refusedTokens'))),
    counter('calls_total', 'Calls by way of access.', byTwo(context, 'calls', 'kind')),
    counter('refusals_total', 'Refused calls by way of access and error code.', byTwo(context, 'refusals', 'code')),
    counter('snmp_packets_total', 'SNMP messages received.', only(snmp?.inPkts)),
    counter('snmp_bad_communities_total', 'SNMP messages with a wrong community.', only(snmp?.inBadCommunityNames)),
    gauge('guard_waiting', 'Whether a forced change waits to be confirmed.', only(guard.provisional() !== undefined)),
    gauge('unsaved_changes', 'Changes of the configuration that are not saved.', only(history.unsaved().length)),
    gauge('saved_time_seconds', 'When the configuration was saved last.', only(saved && saved / 1000)),
    counter('log_entries_total', 'Log entries by severity.', each('severity', counts.of('logEntries'))),
    counter(
      'service_failures_total',
      'Failures of services, which are started again.',
      each('service', counts.of('serviceFailures')),
    ),
  ];
}

/** Counts whose keys are "ACCESS second". */
function byTwo({ counts }: DeviceContext, event: CountedEvent, second: string): readonly Sample[] {
  return [...counts.of(event)].map(([key, value]) => {
    const [access = '', word = ''] = key.split(' ');
    return { labels: { access, [second]: word }, value };
  });
}
