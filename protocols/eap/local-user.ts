/** A user that may be authenticated without a server. */
export interface LocalUser {
  readonly name: string;
  readonly password: string;
}

/** The user with this name. */
export function userNamed(users: readonly LocalUser[], name: string): LocalUser | undefined {
  return users.find((user) => user.name === name);
}
