/** One line of the bench's table. A ratio carries over to other machines; the times are for orientation. */
export type BenchRow = {
  readonly name: string
  readonly value: string
  readonly target: string
  readonly pass: boolean
  /** What it is measured against in the same run, where the name does not say it. */
  readonly peer?: string
  /** How many times the peer's, where the value does not begin with it. */
  readonly ratio?: number
}

/** Prints a row for scripts/bench.mjs to collect. */
export function printRow(row: BenchRow): void {
  process.stdout.write(`${JSON.stringify(row)}\n`)
}

/** Milliseconds that `work` takes: the best of several runs, since noise only ever adds. */
export function bestOf(runs: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

/** The middle of a list of numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
