import { breath, inBreaths } from '../../datapath/breath.ts';
import type { Datapath } from '../../datapath/datapath.ts';
import { type Change, changesBetween } from '../../model/configuration/change.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { settlingRows } from '../../model/configuration/dependent-rows.ts';
import type { Problem, Rule } from '../../model/configuration/rule.ts';
import { withMembersAlike } from '../../model/configuration/trunk-members.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { type PortList, portListOf } from '../../model/values/port-list.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { CallersRequest, DeviceContext, Edits, Operation } from '../feature.ts';
import { knownGateways } from '../guard/gateway-doubt.ts';
import type { Guard } from '../guard/guard.ts';
import { type Doubt, judge, type Origin } from '../guard/judge.ts';
import { type Outlook, sameOutlook } from '../guard/outlook.ts';
import { concernsPower } from '../guard/power-doubt.ts';
import { neededServers } from '../guard/server-doubt.ts';
import type { Whereabouts } from '../guard/whereabouts.ts';
import type { Changes } from '../history/change-history.ts';
import type { Caller, Outcome, Request } from '../management.ts';
import type { ManagementConnection } from '../management-connection.ts';
import { Refusal, refusalOf } from '../refusal.ts';
import { refuseChangedMeanwhile } from './changed-meanwhile.ts';
import { allProblems, firstProblem, rowsInUse } from './check-rules.ts';
import type { CompiledPlan } from './compile-plan.ts';
import { doubtOf, refuseWhileProvisional } from './doubt.ts';
import { Draft } from './draft.ts';
import type { InForce, Running } from './in-force.ts';
import { editsOf, preparedValues, refuseTwoConclusions, takesControl } from './operations.ts';
import { indexColumns } from './read-request.ts';

/** Dependencies of a proposal. */
export interface ProposalSurroundings {
  readonly objects: readonly ObjectDeclaration[];
  readonly rules: readonly Rule[];
  readonly operations: readonly Operation[];
  readonly hardware: Hardware;
  readonly guard: Guard;
  readonly whereabouts: Whereabouts;
  readonly datapath: Datapath;
  context(): DeviceContext;
  history(): Changes;
}

/** A configuration that was checked, compiled and judged, and not applied. */
export interface Next extends Running {
  readonly changes: readonly Change[];
  /** What was made of the configuration as a whole, where requests asked for that. */
  readonly edits?: readonly Edits[];
}

/** The result of a set of requests. */
export interface Proposal {
  /** Outcome of each request. */
  readonly outcomes: readonly Outcome[];
  /** Undefined where the configuration stays as it is. */
  readonly next?: Next;
  /** Doubts to be forced, and confirmed afterwards. */
  readonly doubt?: Doubt | undefined;
}

/**
 * The result of requests: nothing is changed, no operation runs. Rejects with a `Refusal`, but never because of a
 * doubt.
 */
export async function propose(
  around: ProposalSurroundings,
  inForce: InForce,
  requests: readonly CallersRequest[],
  { connection }: Caller,
): Promise<Proposal> {
  const { objects, rules, hardware, guard, operations } = around;
  refuseTwoConclusions(operations, requests);
  const before = inForce.running;
  const draft = new Draft(before.configuration, hardware, objects);
  const outcomes: Outcome[] = [];
  for (const [at, asked] of requests.entries()) {
    if (at % REQUESTS_IN_A_BREATH === REQUESTS_IN_A_BREATH - 1) await breath();
    const request = draft.completed(asked);
    draft.check(request);
    refuseChangedMeanwhile(before.configuration, request, (change) => around.history().touchOf(change)?.user);
    const values = await preparedValues(operations, () => around.context(), request);
    outcomes.push({
      deleted: draft.apply({ ...request, values }),
      index: indexColumns(request.object, request.values),
    });
  }
  leaveInUse(around, draft, before.configuration, requests, outcomes);
  const drafted = draft.finish();
  const edits = await editsOf(operations, () => around.context(), requests);
  if (edits.some(({ isWhole }) => isWhole) && (edits.length > 1 || drafted !== before.configuration)) {
    throw new Refusal(
      ErrorCode.inconsistentValue,
      say('Going back to a saved configuration cannot be combined with other changes.'),
    );
  }
  const { edited, configuration } = await editedConfiguration(around, drafted, edits);
  if (configuration === before.configuration) return { outcomes };
  if (guard.provisional()?.change === undefined || !takesControl(operations, requests)) refuseWhileProvisional(guard);
  const changes = changesBetween(objects, before.configuration, configuration);
  await breathAmong(changes);
  if (edited === drafted) {
    const question = { before: before.configuration, after: configuration, ...draft.asked(), changes, hardware };
    refuseProblem(firstProblem(rules, question));
  } else {
    const given = { changes, whole: edited };
    for (const problem of allProblems(objects, rules, before.configuration, configuration, hardware, given)) {
      refuseProblem(problem);
      await breathAmong(changes);
    }
  }
  await breathAmong(changes);
  const next: Next = {
    configuration,
    changes,
    ...(edits.length > 0 && { edits }),
    compiled: await compiledOf(inForce, configuration, before.compiled, changes),
  };
  await breathAmong(changes);
  const after = inForce.outlookOf(next);
  const present = inForce.prospect;
  const origin = sameOutlook(present, after) ? undefined : await originOf(around, connection, present, after);
  return { outcomes, next, doubt: doubtOf(judge(present, after, origin)) };
}

/** What edits make of a configuration, and the same with everything that follows from it. */
async function editedConfiguration(
  { objects, hardware }: ProposalSurroundings,
  drafted: Configuration,
  edits: readonly Edits[],
): Promise<{ readonly edited: Configuration; readonly configuration: Configuration }> {
  let edited = drafted;
  for (const { edit } of edits) edited = await edit(edited);
  if (edited === drafted) return { edited, configuration: drafted };
  const settled = await inBreaths(settlingRows(objects, edited, hardware, drafted));
  return { edited, configuration: withMembersAlike(objects, settled, drafted) };
}

/** An edit of a configuration; it may take its time, yielding in between. */
export type Edit = (configuration: Configuration) => Configuration | Promise<Configuration>;

/**
 * The result of an edit by the device itself: no caller can be cut off, and its values were not read before. Undefined
 * if the configuration does not change. Rejects with a `Refusal`.
 */
export async function proposeEdit(
  around: ProposalSurroundings,
  inForce: InForce,
  edit: Edit,
  isWhole = false,
): Promise<Next | undefined> {
  const { objects, rules, hardware, guard } = around;
  const before = inForce.running;
  const edited = await edit(before.configuration);
  const settled = await inBreaths(settlingRows(objects, edited, hardware, before.configuration));
  const configuration = withMembersAlike(objects, settled, before.configuration);
  if (configuration === before.configuration) return undefined;
  refuseWhileProvisional(guard);
  await breath();
  const changes = changesBetween(objects, before.configuration, configuration);
  const problems = isWhole
    ? allProblems(objects, rules, Configuration.empty, configuration, hardware)
    : allProblems(objects, rules, before.configuration, configuration, hardware, { changes, whole: edited });
  for (const problem of problems) {
    refuseProblem(problem);
    await breath();
  }
  const next: Next = {
    configuration,
    changes,
    compiled: await compiledOf(inForce, configuration, before.compiled, changes),
  };
  await breath();
  doubtOf(judge(inForce.outlook, inForce.outlookOf(next), undefined));
  return next;
}

/**
 * Rows that a Delete All cannot delete, because something uses them, stay; `outcomes` then counts the others. One that can delete
 * none of them is refused with what uses the first.
 */
function leaveInUse(
  { objects, rules, hardware }: ProposalSurroundings,
  draft: Draft,
  before: Configuration,
  requests: readonly Request[],
  outcomes: Outcome[],
): void {
  for (const [at, { kind, object }] of requests.entries()) {
    if (kind !== 'deleteAll' || object.shape !== 'table') continue;
    let first: Problem | undefined;
    for (let restored = 1; restored > 0; ) {
      const next = draft.finish();
      const changes = changesBetween(objects, before, next);
      const used = rowsInUse(rules, { before, after: next, ...draft.asked(), changes, hardware }, object);
      const kept = [...used].filter(([key]) => draft.restore(object, key));
      first ??= kept[0]?.[1];
      restored = kept.length;
      const outcome = outcomes[at];
      if (outcome) outcomes[at] = { ...outcome, deleted: outcome.deleted - restored };
    }
    if (outcomes[at]?.deleted === 0) refuseProblem(first);
  }
}

/** Origin of a caller, and the surroundings that a change to `after` is judged by. */
export async function originOf(
  { whereabouts, datapath, hardware }: Pick<ProposalSurroundings, 'whereabouts' | 'datapath' | 'hardware'>,
  connection: ManagementConnection | undefined,
  before: Outlook,
  after: Outlook,
): Promise<Origin | undefined> {
  if (!connection) return undefined;
  const path = await whereabouts.find(connection);
  const servers = await neededServers(datapath, before, after);
  const gateways = await knownGateways(datapath, before, after);
  return {
    connection,
    path,
    servers,
    gateways,
    ...(hardware.powerBudget && concernsPower(before, after) && { powered: await poweredPorts(datapath) }),
  };
}

async function poweredPorts(datapath: Datapath): Promise<PortList> {
  const { power } = await datapath.environment();
  return portListOf([...(power?.ports ?? [])].filter(([, { status }]) => status === 'POWER ON').map(([port]) => port));
}

function refuseProblem(problem: Problem | undefined): void {
  if (problem) throw refusalOf(problem);
}

/** The compiled configuration; yields in between if there are many changes. */
async function compiledOf(
  inForce: InForce,
  configuration: Configuration,
  former: CompiledPlan,
  changes: readonly Change[],
): Promise<CompiledPlan> {
  return changes.length > MANY
    ? inForce.compileInBreaths(configuration, former)
    : inForce.compile(configuration, former);
}

/** Requests read before a large batch stops for breath. */
const REQUESTS_IN_A_BREATH = 16;

/** Changes from which a transaction lets frames and timers in between its steps. */
const MANY = 256;

/** Lets everything that waits go first where there are many changes: no frame waits for the whole of a large transaction. */
export async function breathAmong(changes: readonly Change[]): Promise<void> {
  if (changes.length > MANY) await breath();
}
