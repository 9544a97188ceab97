/** A line of a legend. */
export type LegendItem = {
  /** Null for what is left free. */
  readonly part: number | null
  readonly name: string
  readonly values: readonly string[]
}
