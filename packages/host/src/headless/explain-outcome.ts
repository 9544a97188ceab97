import { stripControl } from '@antiphon/core/ui'
import type { Io } from '../io.ts'
import type { TurnOutcome } from './run-turn.ts'
import { describeEnd } from './to-result-event.ts'

/** Says what the answer alone does not: calls that were refused, and why a turn ended before its end. */
export async function explainOutcome(outcome: TurnOutcome, { stderr }: Io): Promise<void> {
  const { isError, result, breakdown } = outcome
  const denied = new Set(result?.denials.map(({ tool_name: name }) => name))
  for (const name of denied)
    await stderr.write(
      `antiphon: a call of ${stripControl(name)} was refused; allow it with --allowedTools or --permission-mode.\n`,
    )
  const why = breakdown ?? (isError && result ? describeEnd(result.end) : null)
  if (why !== null) await stderr.write(`antiphon: ${stripControl(why)}\n`)
}
