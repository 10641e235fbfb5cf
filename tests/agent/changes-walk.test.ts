// @long-running
import { expect, test } from 'vitest';
import { features } from '../../apps/device/features.ts';
import { type Random, seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { firstProblem } from '../../device/configuration/check-rules.ts';
import { compilePlan, compileState } from '../../device/configuration/compile-plan.ts';
import { Draft } from '../../device/configuration/draft.ts';
import type { DeviceFeature, Service } from '../../device/feature.ts';
import { type Caller, type Request, theDevice } from '../../device/management.ts';
import { Refusal } from '../../device/refusal.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { withDependentRows } from '../../model/configuration/dependent-rows.ts';
import { referenceRules } from '../../model/configuration/reference-rules.ts';
import type { Rule } from '../../model/configuration/rule.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import { seed } from '../../protocols/random-frames.ts';
import { configuredObjects } from './full-configuration.ts';
import { CLIENT, pick, SWITCH, someRequest } from './random-requests.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from './test-agent.ts';

/**
 * Random changes of everything that can be configured, one upon the other and in every way. What is made of a change asks only what the
 * change concerns; it must be what the whole configuration comes to when everything is asked.
 */

/** `FACEPLATE_STEPS` sets another number. */
const STEPS = Number(process.env.FACEPLATE_STEPS ?? 120);
/** Steps from one restart to the next. */
const RUN = 60;

const rules = [
  ...features.flatMap((feature) => feature.rules ?? []),
  ...referenceRules(features.flatMap(({ objects }) => objects)),
];
const contributions = features.flatMap((feature) => feature.contributions ?? []);
const stateContributions = features.flatMap((feature) => feature.stateContributions ?? []);

/** What each running service has seen last of the objects that it reads. */
type Seen = Map<Service, readonly unknown[]>;

/** The features, whose services note what they see. */
function watched(seen: Seen): readonly DeviceFeature[] {
  return features.map((feature) => ({
    ...feature,
    ...(feature.services && { services: feature.services.map((service) => watchedService(service, seen)) }),
  }));
}

function watchedService(service: Service, seen: Seen): Service {
  return {
    ...service,
    async start(given) {
      const look = () =>
        seen.set(
          service,
          service.reads.map((object) => given.configuration().part(object)),
        );
      look();
      const running = await service.start(given);
      return {
        changed() {
          look();
          running.changed?.();
        },
        leaving: () => running.leaving?.(),
        stop() {
          seen.delete(service);
          return running.stop?.();
        },
      };
    },
  };
}

/** Every value in words, maps in the order of their keys. */
function inWords(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (value instanceof Set) return `{${[...value].map(inWords).toSorted().join()}}`;
  if (isMap(value)) {
    const entries = [...value].map(([key, one]) => `${inWords(key)}: ${inWords(one)}`);
    return `{${entries.toSorted().join()}}`;
  }
  if (Array.isArray(value)) return `[${value.map(inWords).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).flatMap(([name, one]) =>
      one === undefined ? [] : [`${name}: ${inWords(one)}`],
    );
    return `(${entries.toSorted().join()})`;
  }
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

function isMap(value: unknown): value is ReadonlyMap<unknown, unknown> {
  return typeof value === 'object' && value !== null && 'entries' in value && 'get' in value && 'size' in value;
}

/** Sections of which the two say something else, with both. */
const differences = (made: object, fresh: object): readonly string[] =>
  Object.entries(fresh).flatMap(([name, one]) => {
    const [is, due] = [inWords(Reflect.get(made, name)), inWords(one)];
    return is === due ? [] : [`${name} is ${is} instead of ${due}`];
  });

/** What is in force, held against what the configuration comes to as a whole. */
function wrongIn({ running }: TestAgent, seen: Seen): readonly string[] {
  const { context } = running;
  const configuration = context.configuration();
  const { hardware, slots, objects } = context;
  const inputs = { configuration, hardware, slots };
  const { plan, state } = context.forwarding();
  const settled = withDependentRows(objects, configuration, hardware);
  return [
    ...differences(plan, compilePlan(contributions, inputs).whole),
    ...differences(state, compileState(stateContributions, inputs, undefined, () => undefined).whole),
    ...changesBetween(objects, configuration, settled).map(
      ({ object }) => `rows of ${object.name} are missing or left`,
    ),
    ...features.flatMap(({ services = [] }) => services.flatMap((service) => wrongOf(service, seen, configuration))),
  ];
}

function wrongOf(service: Service, seen: Seen, configuration: Configuration): readonly string[] {
  const isWanted = service.wanted?.(configuration) ?? true;
  const looked = seen.get(service);
  if (isWanted !== (looked !== undefined)) return [`the service ${service.name} ${isWanted ? 'does not run' : 'runs'}`];
  const missed = service.reads.filter((object, at) => looked && !isAlike(looked[at], configuration.part(object)));
  return missed.map(({ name }) => `the service ${service.name} has not seen ${name}`);
}

/** Going back brings values that are the same, but not the same object. */
const isAlike = (one: unknown, other: unknown) => one === other || inWords(one) === inWords(other);

/** What rules say against requests if all are asked, and if only those are that the change concerns. */
function objections({ running }: TestAgent, requests: readonly Request[]): readonly [string, string] | undefined {
  const { context } = running;
  const { hardware, objects } = context;
  const before = context.configuration();
  const draft = new Draft(before, hardware, objects);
  try {
    for (const given of requests) {
      const request = draft.completed(given);
      draft.check(request);
      draft.apply(request);
    }
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  const after = draft.finish();
  const question = { before, after, ...draft.asked(), changes: changesBetween(objects, before, after), hardware };
  const every = rules.map((rule): Rule => ({ ...rule, concerns: objects }));
  const said = (asked: readonly Rule[]) => {
    const problem = firstProblem(asked, question);
    return problem ? wordsOf(problem.message) : '';
  };
  return [said(every), said(rules)];
}

const user: Caller = {
  ...{ access: 'web', user: 'admin', session: undefined, isProved: true, remoteAddress: CLIENT },
  connection: { localAddress: SWITCH, localPort: 80, remoteAddress: CLIENT, service: 'http' },
};

/** One step; resolves to what it did. Rejects with a `Refusal`. */
async function step(agent: TestAgent, former: readonly Configuration[], random: Random): Promise<string> {
  const { context } = agent.running;
  const dice = random();
  if (dice < 0.06) {
    const back = pick(former, random);
    await context.change(say('a test'), () => back);
    return 'back to an earlier configuration';
  }
  if (dice < 0.12) {
    const back = pick(former, random);
    await context.changeFor(() => back, { caller: user, forced: true }, true);
    return 'an earlier configuration restored';
  }
  if (dice < 0.15) {
    const isBack = await context.guard.takeBack({ who: say('a test') });
    return isBack ? 'a forced change taken back' : 'nothing to take back';
  }
  if (dice < 0.2) {
    agent.clock.advance(400_000);
    return 'time';
  }
  const requests: Request[] = [];
  for (let left = dice < 0.75 ? 1 : 4; left > 0; left -= 1) {
    requests.push(someRequest(pick(configuredObjects, random), context.configuration(), random));
  }
  const [all, concerned] = objections(agent, requests) ?? ['', ''];
  expect(concerned, inWords(requests.map(({ kind, object, values }) => [kind, object.name, values]))).toBe(all);
  await context.management.perform(requests, dice < 0.6 ? user : theDevice, { force: dice < 0.3 });
  return requests.map(({ kind, object, values }) => `${kind} ${object.name} ${inWords(values)}`).join(' and ');
}

test('what comes of a change is what comes of the whole configuration', async () => {
  const random = seededRandom(seed);
  let directory: string | undefined;
  let done = 0;
  for (let at = 0; at < STEPS; at += RUN) {
    const seen: Seen = new Map();
    const agent = await startTestAgent({
      features: watched(seen),
      locate: () => ADMINISTRATOR,
      ...(directory !== undefined && { directory }),
    });
    directory = agent.directory;
    const { context } = agent.running;
    const former = [context.configuration()];
    const steps: string[] = ['start'];
    for (let within = 0; within < RUN; within += 1) {
      try {
        steps.push(await step(agent, former, random));
        done += 1;
        former.push(context.configuration());
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        steps.push(`refused: ${error.message}`);
      }
      // Behind what waits to follow a slot.
      await context.change(say('a test'), (configuration) => configuration);
      expect(wrongIn(agent, seen), `FACEPLATE_SEED=${seed}\n${steps.join('\n')}`).toEqual([]);
    }
    // What waits to be confirmed cannot be saved.
    await context.guard.takeBack({ who: say('a test') });
    await context.flash.write(context.configuration(), 'test');
    await (at + RUN < STEPS ? agent.stop() : agent.close());
  }
  console.log(`${done} steps done, FACEPLATE_SEED=${seed}`);
  expect(done).toBeGreaterThan(STEPS / 10);
}, 600_000);
