/** What is said of one place of a plot. */
export type TipContent = {
  readonly title: string
  readonly rows: readonly TipRow[]
  /** Below the rows. */
  readonly notes?: readonly string[]
}

export type TipRow = {
  /** Null for a sum. */
  readonly part: number | null
  readonly name: string
  readonly value: string
}

/** All of it in one line, for those who hear it. */
export function toTipText({ title, rows, notes = [] }: TipContent): string {
  return [title, ...rows.map(({ name, value }) => `${name} ${value}`), ...notes].join(', ')
}
