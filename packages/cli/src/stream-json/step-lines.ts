import { createTurnProgress } from '@antiphon/core'
import type { ParsedLine } from '@antiphon/core/wire'
import { safeJson } from '@antiphon/core/wire'
import type { StreamCounter } from './compute-stream-summary.ts'

/** Steps as lines of JSON: what the view shows, for programs. */
export function createStepLines(counter: StreamCounter): {
  readonly line: (line: ParsedLine) => string
  readonly end: () => string
} {
  const progress = createTurnProgress()
  return {
    line(line) {
      const steps = line.kind === 'event' ? progress.push(line.event) : [{ ...line, kind: 'bad-line' }]
      return steps.map(step => `${safeJson(step)}\n`).join('')
    },
    end: () => `${safeJson({ kind: 'summary', ...counter.summary() })}\n`,
  }
}
