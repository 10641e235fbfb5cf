/** One curve. */
export interface Series {
  readonly label: string;
  /** The token its colour comes from: "--accent". */
  readonly colour: string;
  /** Told apart by its stroke too, not by colour alone. */
  readonly dashed?: boolean;
  readonly filled?: boolean;
  /** One for each time; null where there was no sample. */
  readonly values: readonly (number | null)[];
}
