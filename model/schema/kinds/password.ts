import type { FieldOptions } from '../field.ts';
import { secret } from './secret.ts';

/** Characters of a password: of a new one at least, and of any at most (docs/specification/differences.md, "Accounts and sessions"). */
const LENGTH = { shortest: 8, longest: 128 } as const;

interface PasswordOptions extends FieldOptions<string> {
  /** "" is a value and means none. */
  readonly optional?: boolean;
}

/** A password in force, of an account of this device or another: whatever it may be is not judged. */
export function password(options: PasswordOptions) {
  return secret({ minLength: 1, maxLength: LENGTH.longest, blanks: true, ...options });
}

/** A password that somebody chooses for an account. */
export function newPassword(options: PasswordOptions) {
  return secret({ minLength: LENGTH.shortest, maxLength: LENGTH.longest, blanks: true, ...options });
}
