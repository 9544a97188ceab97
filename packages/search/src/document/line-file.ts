/** What a line's file tells of it. */
export type LineFile = {
  readonly session: string
  readonly agent?: string
  /** Dates entries without a time. */
  readonly firstTime: () => number
}
