import * as v from 'valibot';
import type { PortFacts } from '../../datapath.ts';
import { checkTogether } from './check-scenario.ts';
import { type Scenario, scenarioSchema } from './scenario.ts';

/**
 * Reads a scenario from JSON text for a switch with `ports`. Throws an Error with one sentence that names the place and
 * what is allowed there.
 */
export function parseScenario(json: string, ports: readonly PortFacts[]): Scenario {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Error(`The scenario is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`);
  }
  return readScenario(value, ports);
}

/** Checks and completes a scenario that is at hand as a value; throws like `parseScenario`. */
export function readScenario(value: unknown, ports: readonly PortFacts[]): Scenario {
  const result = v.safeParse(scenarioSchema, value);
  if (!result.success) {
    const [issue] = result.issues;
    const place = v.getDotPath(issue);
    throw new Error(`Scenario${place ? `, ${place}` : ''}: ${reasonOf(issue)}.`);
  }
  checkTogether(result.output, ports);
  return result.output;
}

/** The error at one place, in words of the file and not of the program that reads it. */
function reasonOf(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'is missing';
  if (issue.expected === 'never') return 'is not known here';
  if (issue.type === 'variant' || issue.type === 'picklist') return `has to be ${issue.expected}`;
  if (issue.type === 'strict_object') return 'has to be an object';
  if (issue.type === 'array') return 'has to be a list';
  if (issue.type === 'boolean') return 'has to be true or false';
  return issue.message;
}
