import { createProgressMessage, type Message, type Progress } from '@antiphon/core'
import type { PreparedCall, ToolOutcome } from '../tool/agent-tool.ts'
import { describeError, INTERRUPTED, toolError } from './call-answers.ts'
import type { RequestedCall } from './streaming-tool-executor.ts'
import { untilInterrupted } from './until-interrupted.ts'

/** A tool that throws has a bug; the conversation goes on with its words. One that ignores its signal is left behind. */
export async function* runTool(
  call: Pick<RequestedCall, 'block'>,
  prepared: PreparedCall,
  signal: AbortSignal,
): AsyncGenerator<Message, ToolOutcome, undefined> {
  try {
    const steps = prepared.run()
    for (;;) {
      const step = await untilInterrupted(steps.next(), signal, GRACE_MS)
      if (!step) return INTERRUPTED
      if (step.done) return step.value
      // Each tool brings its own kind of progress.
      const data = step.value.data as unknown as Progress
      yield createProgressMessage({ toolUseID: call.block.id, parentToolUseID: call.block.id, data })
    }
  } catch (error) {
    if (signal.aborted) return INTERRUPTED
    return toolError(describeError(error))
  }
}

/** Longer than a command has that must be killed. */
const GRACE_MS = 3_500

/** The outcome with a text that fits into a conversation; tools bound their own, this is the last fence. */
export function boundOutcome(outcome: ToolOutcome): ToolOutcome {
  const { content } = outcome
  if (typeof content === 'string') return { ...outcome, content: boundText(content) }
  return {
    ...outcome,
    content: content.map(block =>
      block.type === 'text' ? { ...block, text: boundText(block.text) } : block,
    ),
  }
}

const MAX_UNITS = 400_000

function boundText(text: string): string {
  if (text.length <= MAX_UNITS) return text
  const half = MAX_UNITS / 2
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, '')
  const tail = text.slice(-half).replace(/^[\udc00-\udfff]/, '')
  return `${head}\n\n[${text.length - head.length - tail.length} characters left out]\n\n${tail}`
}
