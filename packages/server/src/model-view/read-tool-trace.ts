import type { Entry } from '@antiphon/core'
import type { ToolTrace } from '@antiphon/core/inspect'
import { computeToolTrace, listToolMentions } from '@antiphon/core/inspect'
import { readLogEntries } from '../numbers/read-log-entries.ts'

/** The life of a result in a log, as much of it as a page shows; null where the log knows no such call. */
export async function readToolTrace(
  path: string,
  tool: string,
  signal: AbortSignal,
): Promise<ToolTrace | null> {
  const isMentioned = (entry: Entry): boolean => {
    const { calls, results } = listToolMentions([entry])
    return [...calls, ...results].some(({ id }) => id === tool)
  }
  const entries: Entry[] = []
  let isKnown = false
  const isWhole = (entry: Entry): boolean => {
    const isIt = isMentioned(entry)
    isKnown ||= isIt
    return isIt
  }
  for await (const { entry } of readLogEntries(path, { signal, onBytes: () => undefined, isWhole }))
    entries.push(entry)
  if (!isKnown) return null
  const trace = computeToolTrace(entries, tool)
  return {
    ...trace,
    requests: [],
    runs: trace.runs.slice(-MAX_RUNS),
    results: trace.results.slice(0, MAX_RESULTS),
  }
}

const MAX_RUNS = 100
const MAX_RESULTS = 10
