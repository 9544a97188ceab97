import { formatCount, stripControl } from '@antiphon/core/ui'
import type { ReplayModel, RequestRecord } from '@antiphon/simulator'
import type { Screen } from '../terminal/screen.ts'

/** What a simulator did until it was ended. */
export type SimulationSummary = {
  readonly requests: number
  readonly refused: Readonly<Record<string, number>>
  readonly replay: {
    readonly given: number
    readonly all: number
    readonly differences: ReturnType<ReplayModel['differences']>
  } | null
}

/** Counts as requests come, so that memory does not grow with them. */
export function createSimulationCounter(replay: ReplayModel | null): {
  readonly add: (record: RequestRecord) => void
  readonly summary: () => SimulationSummary
} {
  const refused: Record<string, number> = {}
  let requests = 0
  return {
    add({ refusal }) {
      requests++
      if (!refusal) return
      const name = refusal.rule ?? String(refusal.status)
      refused[name] = (refused[name] ?? 0) + 1
    },
    summary: () => ({
      requests,
      refused,
      replay: replay && { ...replay.progress(), differences: replay.differences() },
    }),
  }
}

/** The summary for a person. */
export function formatSimulationSummary(summary: SimulationSummary, { palette }: Screen): readonly string[] {
  const refused = Object.entries(summary.refused).map(([rule, count]) => `${rule} × ${count}`)
  const lines = [
    `${formatCount(summary.requests, 'request')}${refused.length > 0 ? `, refused: ${refused.join(', ')}` : ', none refused'}`,
  ]
  if (!summary.replay) return lines
  const { given, all, differences } = summary.replay
  lines.push(
    `replayed ${given} of ${formatCount(all, 'answer')}, ${formatCount(differences.length, 'request')} differed`,
  )
  for (const { answer, path, recorded, sent } of differences.slice(0, SHOWN)) {
    lines.push(palette.yellow(`  before answer ${answer + 1}, first at ${path}`))
    lines.push(`    recorded ${stripControl(recorded)}`, `    sent     ${stripControl(sent)}`)
  }
  if (differences.length > SHOWN) lines.push(`  and ${differences.length - SHOWN} more (--json has all)`)
  return lines
}

const SHOWN = 10
