/** The sessions as features see them. */
export interface SessionControl {
  /** Sessions signed in now. */
  count(): number;
  lastLogin(): { readonly time: number; readonly remoteAddress: string } | undefined;
  /** Ends every session but `keep`. */
  endOthers(keep: string | undefined): void;
  /** Counts a wrong current password as a failed login of its source. */
  countFailure(remoteAddress: string): void;
  /** Whether logins from this source are refused now. */
  isLocked(remoteAddress: string): boolean;
  hashPassword(password: string): Promise<string>;
  verifyPassword(password: string, hash: string): Promise<boolean>;
}
