import type { KeptCertificate } from './certificates.ts';

/** Somebody has typed a claim code: the switch that shows it is his. */
export interface PendingClaim {
  readonly serial: string;
  readonly code: string;
  readonly tenant: string;
  readonly user: string;
  readonly until: number;
  /** Wrong codes that were shown for its serial number. */
  readonly wrongCodes: number;
}

/** A claim that begins to wait. */
export type NewClaim = Omit<PendingClaim, 'wrongCodes'>;

/** A claim that a switch has proved. */
export interface ProvenClaim {
  readonly serial: string;
  readonly tenant: string;
  readonly user: string;
  /** The claim code that it showed, which serves once; left out where somebody signed in at it. */
  readonly code?: string;
  readonly keyHash: string;
  readonly model: string;
  readonly at: number;
  readonly certificate: KeptCertificate;
}

/** Claims that wait for their switches. */
export interface ClaimStore {
  /** In the place of an earlier claim of the same tenant for the same switch. False where the switch is another tenant's. */
  put(claim: NewClaim): Promise<boolean>;
  list(tenant: string, now: number): Promise<readonly PendingClaim[]>;
  /**
   * A switch shows this code: its claim, which waits until it is `claimed`; `wrong` where only claims with other codes wait for it;
   * undefined where none does.
   */
  prove(serial: string, code: string, now: number): Promise<PendingClaim | 'wrong' | undefined>;
  /** Counts a wrong code with each claim that waits for this switch. */
  countWrongCode(serial: string): Promise<void>;
  withdraw(serial: string, tenant: string): Promise<boolean>;
}
