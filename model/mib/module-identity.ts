/** A notification of the private MIB. */
export interface PrivateNotification {
  readonly name: string;
  /** Its arc below 0 of the module's. */
  readonly number: number;
  /** When it is sent: whole sentences. */
  readonly description: string;
  /** The columns that it carries, as "object.column". */
  readonly carries: readonly string[];
}

/** Identity of the module. */
export interface ModuleIdentity {
  readonly name: string;
  /** The descriptor of its root. */
  readonly root: string;
  readonly organization: string;
  readonly contact: string;
  readonly description: string;
  /** Moment of its last revision, as RFC 2578 2 has it: "202601010000Z". */
  readonly updated: string;
}
