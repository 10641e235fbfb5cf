import type { ErrorCode } from '../../model/wire/error-code.ts';

/** The device answered, and refused. */
export class CallRefused extends Error {
  readonly code: ErrorCode | number;
  /** The object and the column at fault, where the device names them. */
  readonly object: string | undefined;
  readonly column: string | undefined;

  /** `message` is the device's own sentence; it may be empty. */
  constructor(code: ErrorCode | number, message: string, place: { object?: string; column?: string } = {}) {
    super(message);
    this.name = 'CallRefused';
    this.code = code;
    this.object = place.object;
    this.column = place.column;
  }
}

/** The device did not answer: 'Network Error' or 'timeout of {n}ms exceeded' (specification section 8). */
export class NoAnswer extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoAnswer';
  }
}

/** The device answered something that is no answer. */
export class StrangeAnswer extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StrangeAnswer';
  }
}
