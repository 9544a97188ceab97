import { createAssistantAccumulator, type ModelStreamEvent, type StopReason } from '@antiphon/core'
import { ProviderError } from './provider-error.ts'

/** What a model said in one answer, and why it stopped. */
type AnswerText = { readonly text: string; readonly stopReason: StopReason | null }

/** The text of a whole answer; throws a `ProviderError` where it breaks off. */
export async function readAnswerText(events: AsyncIterable<ModelStreamEvent>): Promise<AnswerText> {
  const accumulator = createAssistantAccumulator()
  let text = ''
  let stopReason: StopReason | null = null
  for await (const event of events)
    for (const step of accumulator.push(event)) {
      if (step.kind === 'restarted') text = ''
      if (step.kind === 'patch') stopReason = step.stopReason
      if (step.kind === 'error')
        throw new ProviderError(
          step.error.type === 'overloaded_error' ? 'overloaded' : 'server',
          step.error.message,
        )
      if (step.kind !== 'message') continue
      for (const block of step.message.message.content) if (block.type === 'text') text += block.text
    }
  if (accumulator.end().some(step => step.kind === 'cut'))
    throw new ProviderError('connection', 'The stream ended before the answer did.')
  return { text: text.trim(), stopReason }
}
