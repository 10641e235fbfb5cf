/** A message that the switch refused (OpenFlow 1.4, 7.5.4). */
export class OpenFlowError extends Error {
  readonly type: number;
  readonly code: number;

  constructor(type: number, code: number) {
    super(`Open vSwitch refuses a rule (OpenFlow error ${type}, code ${code}).`);
    this.name = 'OpenFlowError';
    this.type = type;
    this.code = code;
  }
}

/** Reads the body of an error message. */
export function parseError(body: Uint8Array): OpenFlowError {
  if (body.length < 4) return new OpenFlowError(0, 0);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  return new OpenFlowError(view.getUint16(0), view.getUint16(2));
}
