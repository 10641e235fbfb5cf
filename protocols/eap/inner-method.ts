/** The next step of the method inside a tunnel. */
export type InnerStep<State> =
  /** Octets for the station, to be encrypted. */
  | { readonly kind: 'say'; readonly octets: Uint8Array; readonly state: State }
  /** It is over. */
  | InnerEnd;

/** The end of a method: by whom it was gone through, and whether that proved the password. */
export interface InnerEnd {
  readonly kind: 'end';
  readonly isProven: boolean;
  /** The name inside the tunnel; empty if none was given. */
  readonly name: string;
}
