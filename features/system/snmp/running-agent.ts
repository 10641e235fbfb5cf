import { randomInt } from 'node:crypto';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { StrangerLines } from '../../../device/log/stranger-lines.ts';
import type { Caller } from '../../../device/management.ts';
import { say } from '../../../model/values/message.ts';
import { saidBy } from '../../../model/values/spoken-error.ts';
import { type AgentSurroundings, answerMessage, newCounters } from '../../../protocols/snmp/agent.ts';
import { BOOTS_MAXIMUM, SecurityLevel } from '../../../protocols/snmp/usm.ts';
import { AccessTables } from './access.ts';
import { ownEngineId } from './engine-id.ts';
import { Hearing, SUSPECTED_MINUTES } from './hearing.ts';
import { keptEngine } from './kept-engine.ts';
import { Notifier } from './notifier.ts';
import { snmpAgentCtrl } from './objects.ts';
import { Pace } from './pace.ts';
import { RequestPlaces } from './request-places.ts';
import { servedColumns } from './served-columns.ts';
import { agentFigures, agentState, receiverTest, type ToldAlarm, trapSender } from './slots.ts';
import { AgentSockets, type Datagram } from './sockets.ts';
import { standardObjects } from './standard-objects.ts';
import { DeviceVariables } from './variables.ts';

/** Milliseconds after which a place that was refused is tried again. */
const RETRY = 1000;

/** Starts the agent: it answers at once, and until it is stopped. */
export async function startAgent(context: ServiceContext): Promise<RunningService> {
  const { clock, log, hardware } = context;
  const engine = () => ownEngineId(context.configuration(), hardware);
  const kept = context.keep(keptEngine);
  const before = await kept.load();
  let engineId = engine();
  let boots = before?.engineId === engineId ? Math.min(before.boots + 1, BOOTS_MAXIMUM) : 1;
  let startedAt = clock.now();
  const keep = () =>
    kept.save({ engineId, boots }).catch((error: unknown) => {
      log.write(
        Severity.error,
        say('The boots of the SNMP engine cannot be kept: {{reason}}', { reason: saidBy(error) }),
      );
    });
  await keep();

  const counters = newCounters();
  const changes = new Map<number, number>();
  context.onPort(({ port }) => changes.set(port, Math.floor(context.power.upTime() / 10)));
  const figures = { counters, lastChange: (port: number) => changes.get(port) ?? 0 };
  const standard = standardObjects(figures);
  context.offer(agentFigures, figures);
  const columns = servedColumns([...new Set([...context.objects, ...standard.map(({ object }) => object)])]);
  const variables = new DeviceVariables(context, columns, standard);
  let access = new AccessTables(context.configuration(), engineId);
  const hearing = new Hearing(clock);
  const suspects = new StrangerLines(clock, log);
  const places = new RequestPlaces();
  const pace = new Pace();
  // The start distinguishes keys of one time from those of another, the counter messages of one start.
  let salt = BigInt(randomInt(2 ** 32)) << 32n;

  const nextSalt = () => {
    salt += 1n;
    return salt;
  };
  const time = () => Math.floor((clock.now() - startedAt) / 1000);
  const aroundFor = ({ remoteAddress, localAddress, localPort }: Datagram): AgentSurroundings => ({
    counters,
    isSuspected: hearing.isSuspected(remoteAddress),
    engine: () => ({ id: Buffer.from(engineId, 'hex'), boots, time: time() }),
    groupOfCommunity: (model, community, source) => access.groupOfCommunity(model, community, source),
    user: (name) => access.user(name),
    groupOfUser: (name) => access.groupOfUser(name),
    grant: (principal) => access.grant(principal),
    async variables(principal) {
      await pace.begin();
      const caller: Caller = {
        access: 'snmp',
        user: principal.shownAs,
        session: undefined,
        isAuthenticated: principal.level > SecurityLevel.noAuthNoPriv,
        remoteAddress,
        connection: { service: 'snmp', localAddress, localPort, remoteAddress },
      };
      return variables.for(caller);
    },
    salt: nextSalt,
  });

  const notifier = new Notifier(context, {
    engine: () => ({ id: Buffer.from(engineId, 'hex'), boots, time: time() }),
    access: () => access,
    salt: nextSalt,
    sent() {
      counters.pdus.sent += 1;
      counters.pdus.traps += 1;
    },
  });
  context.offer(receiverTest, (name: string) => notifier.test(name));
  context.offer(trapSender, (alarm: ToldAlarm) => notifier.alarm(alarm));

  async function answer(datagram: Datagram): Promise<void> {
    const { octets, remoteAddress } = datagram;
    if (!context.sources.admits('snmp', remoteAddress) || !places.enter(remoteAddress)) {
      counters.silentDrops += 1;
      return;
    }
    try {
      const { reply, isGuess } = await answerMessage(octets, remoteAddress, aroundFor(datagram));
      if (isGuess && !hearing.isSuspected(remoteAddress)) notifier.authenticationFailed(remoteAddress);
      if (isGuess && hearing.fail(remoteAddress)) {
        suspects.write(remoteAddress, () =>
          say(
            'SNMP: too many wrong communities or passwords from {{address}}. Its invalid requests are ignored for {{minutes}} minutes.',
            { address: remoteAddress, minutes: SUSPECTED_MINUTES },
          ),
        );
      }
      if (reply) datagram.reply(reply);
    } catch (error) {
      log.write(Severity.error, say('An SNMP request could not be answered: {{reason}}', { reason: saidBy(error) }));
    } finally {
      places.leave(remoteAddress);
    }
  }

  let isRetrying = false;
  const refusals = new Set<string>();
  const sockets: AgentSockets = new AgentSockets({
    received: (datagram) => void answer(datagram),
    changed: tell,
    refused(place, error) {
      const at = `${place.address}:${place.port}`;
      if (!refusals.has(at)) {
        log.write(Severity.warning, say('SNMP cannot listen on {{at}} yet: {{reason}}', { at, reason: saidBy(error) }));
      }
      refusals.add(at);
      if (isRetrying) return;
      isRetrying = true;
      clock.after(RETRY, () => {
        isRetrying = false;
        listen();
      });
    },
  });

  function tell(): void {
    context.slots.update(agentState, () => ({ listening: sockets.listening, boots, time }));
  }

  function listen(): void {
    sockets.follow(context.places.of(context.configuration().group(snmpAgentCtrl).snmpUdpPort));
  }

  listen();
  context.places.follow(listen);
  return {
    changed() {
      variables.forget();
      const next = engine();
      if (next !== engineId) {
        engineId = next;
        boots = 1;
        startedAt = clock.now();
        void keep();
      }
      access = new AccessTables(context.configuration(), engineId);
      notifier.configure();
      listen();
    },
    stop() {
      sockets.close();
      notifier.close();
      context.slots.update(agentState, () => undefined);
    },
  };
}
