/** Somebody who may sign in to the cloud. */
export interface KeptUser {
  readonly name: string;
  readonly tenant: string;
  /** As `Passwords.hash` makes it. */
  readonly passwordHash: string;
  /** His rights: everything, or read. */
  readonly role: 'administrator' | 'observer';
}

/** Those who may sign in to the cloud. */
export interface AccountStore {
  list(): Promise<readonly KeptUser[]>;
  /** The same password, hashed otherwise, where the hash is still the former one: nothing that he has open ends. */
  renewHash(name: string, former: string, hash: string): Promise<void>;
  /** His sessions end if he moves to another tenant, or has another password, except the session with this id. */
  put(user: KeptUser, exceptSession?: string): Promise<void>;
  /** Ends what he has open. */
  remove(name: string): Promise<void>;
}
