/** What the code that `mutate` has changed calls. */
export interface MutantSwitch {
  file(path: string, mutants: readonly string[]): number;
  is(number: number): boolean;
  test(number: number, holds: unknown): unknown;
  yes(number: number, holds: unknown): unknown;
  no(number: number, holds: unknown): unknown;
  none(number: number, value: unknown): unknown;
  lost(promise: unknown, number: number): unknown;
  call(
    number: number,
    on: Record<string, (...given: unknown[]) => unknown>,
    name: string,
    ...given: unknown[]
  ): unknown;
  operate(number: number, left: number, operator: string, right: number): unknown;
}

/** The operator that a mutant has there: `mutants.ts`. */
const others: Record<string, string> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '&': '|', '|': '&', '<<': '>>', '>>': '<<' },
};
const operators: Record<string, (left: number, right: number) => unknown> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '<<': (left, right) => left << right,
  '>>': (left, right) => left >> right,
};

/** All mutants of this process, of which at most one is switched on. */
export class Switch implements MutantSwitch {
  /** "protocols/gvrp/pdu.ts:12: delete …" */
  readonly names: string[] = [];
  /** By mutant, the numbers of what reached it while none was on: tests, and files beside their tests. */
  readonly reachedBy: number[][] = [];
  /** What runs now, while it is found out who reaches what. */
  reaching: number | undefined = -1;
  hits = 0;
  /** Calls from anywhere since one was switched on or off, and their limit: a loop that a mutant made endless has to end. */
  calls = 0;
  mostCalls = Number.POSITIVE_INFINITY;
  #on = -1;
  readonly #bases = new Map<string, number>();
  readonly #last: number[] = [];

  turnOn(number: number): void {
    this.#on = number;
    this.hits = 0;
    this.calls = 0;
  }

  turnOff(): void {
    this.#on = -1;
    this.calls = 0;
  }

  file(path: string, mutants: readonly string[]): number {
    let base = this.#bases.get(path);
    if (base === undefined) {
      base = this.names.length;
      this.#bases.set(path, base);
      this.names.push(...mutants.map((mutant) => `${path}:${mutant}`));
    }
    return base;
  }

  is(number: number): boolean {
    this.calls += 1;
    if (this.calls > this.mostCalls) throw new Error('A mutant does not end.');
    if (number === this.#on) {
      this.hits += 1;
      return true;
    }
    const { reaching } = this;
    if (reaching !== undefined && this.#last[number] !== reaching) {
      this.#last[number] = reaching;
      const former = this.reachedBy[number];
      if (former) former.push(reaching);
      else this.reachedBy[number] = [reaching];
    }
    return false;
  }

  test(number: number, holds: unknown): unknown {
    return this.is(number) || (this.is(number + 1) ? false : holds);
  }

  yes(number: number, holds: unknown): unknown {
    return this.is(number) || holds;
  }

  no(number: number, holds: unknown): unknown {
    return this.is(number) ? false : holds;
  }

  none(number: number, value: unknown): unknown {
    return this.is(number) ? undefined : value;
  }

  lost(promise: unknown, number: number): unknown {
    return this.is(number) ? undefined : promise;
  }

  call(
    number: number,
    on: Record<string, (...given: unknown[]) => unknown>,
    name: string,
    ...given: unknown[]
  ): unknown {
    return this.is(number) ? on : on[name]?.(...given);
  }

  operate(number: number, left: number, operator: string, right: number): unknown {
    return operators[this.is(number) ? (others[operator] ?? operator) : operator]?.(left, right);
  }
}
