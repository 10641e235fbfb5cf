/** One curve. */
export interface Series {
  readonly label: string;
  /** The token of its color: "--accent". */
  readonly colour: string;
  /** Distinguished by its stroke too, not only by color. */
  readonly dashed?: boolean;
  readonly filled?: boolean;
  /** One for each time; null where there was no sample. */
  readonly values: readonly (number | null)[];
}
