import { printRow } from '../bench-row.ts'
import type { Measured } from './measure.ts'

/** Of the design: at most so many times ccusage's time when nothing is remembered, and when all is. */
const COLD = 0.9
const WARM = 0.1
const MAX_MEGABYTES = 200

export type Comparison = {
  /** Which logs. */
  readonly what: string
  readonly cold: Measured
  readonly warm: Measured
  /** ccusage's, or why there is none. */
  readonly theirs: Measured | string
  readonly note: string
  /** With its version. */
  readonly peer: string
}

/** Prints how a report compares with ccusage's over the same files. */
export function printComparison({ what, cold, warm, theirs, note, peer }: Comparison): void {
  const print = (name: string, row: Row): void =>
    printRow({ name: `usage ${name} beside ${peer}, ${what}`, ...row })
  if (typeof theirs === 'string') {
    for (const name of ['cold', 'warm', 'memory', 'totals'])
      print(name, { value: `skipped: ${theirs}`, target: '', pass: true })
    return
  }
  print('cold', toRatio(cold, theirs, COLD))
  print('warm', toRatio(warm, theirs, WARM))
  const peak = Math.max(cold.peakMegabytes, warm.peakMegabytes)
  print('memory', {
    value: `${peak.toFixed(0)} MB (ccusage ${theirs.peakMegabytes.toFixed(0)} MB)`,
    target: `≤ ${MAX_MEGABYTES} MB`,
    pass: !(peak > MAX_MEGABYTES),
  })
  const [own, other] = [readTotals(cold.output), readTotals(theirs.output)]
  const isSame = own.join() === other.join() && own.join() === readTotals(warm.output).join()
  print('totals', {
    value: `${isSame ? 'equal' : `ours ${own.join(' ')}, ccusage ${other.join(' ')}`}${note}`,
    target: 'equal',
    pass: isSame,
  })
}

/** A time for a person. */
export function formatSeconds({ milliseconds }: Measured): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}

type Row = { readonly value: string; readonly target: string; readonly pass: boolean }

function toRatio(ours: Measured, theirs: Measured, target: number): Row {
  const ratio = ours.milliseconds / theirs.milliseconds
  const cpuRatio = ours.cpuMilliseconds / theirs.cpuMilliseconds
  return {
    value: `${ratio.toFixed(2)} × its time (${formatSeconds(ours)}, ccusage ${formatSeconds(theirs)}); processor ${cpuRatio.toFixed(2)} ×`,
    target: `≤ ${target} ×`,
    pass: ratio <= target,
  }
}

/** What a report of either program comes to, in one form. */
function readTotals(output: string): readonly number[] {
  const { total, totals } = JSON.parse(output) as {
    readonly total?: { readonly tokens: Readonly<Record<string, number>> }
    readonly totals?: Readonly<Record<string, number>>
  }
  if (!total)
    return ['inputTokens', 'outputTokens', 'cacheCreationTokens', 'cacheReadTokens'].map(
      name => totals?.[name] ?? 0,
    )
  const { input = 0, output: answered = 0, cacheWrite5m = 0, cacheWrite1h = 0, cacheRead = 0 } = total.tokens
  return [input, answered, cacheWrite5m + cacheWrite1h, cacheRead]
}
