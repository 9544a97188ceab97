import { isAssistantMessage } from '@antiphon/core'
import type { QueryEvent } from '../../query/query-event.ts'
import type { LocalCall, LocalCommand } from '../../session/command.ts'
import { compactByHand } from '../../session/compact-by-hand.ts'

/** Sums up the conversation by hand; what the person adds says what the summary shall keep. */
export const compactCommand: LocalCommand = {
  kind: 'local',
  name: 'compact',
  description: 'Sum up the conversation and go on with the summary',
  argumentHint: '[what the summary shall keep]',
  run: compact,
}

async function* compact({ args, session, signal }: LocalCall): AsyncGenerator<QueryEvent, string, undefined> {
  if (!session.conversation.messages().some(isAssistantMessage)) return 'There is nothing to sum up yet.'
  const steps = compactByHand(session, signal, args === '' ? undefined : args)
  let why = 'The conversation could not be compacted.'
  for (let step = await steps.next(); ; step = await steps.next()) {
    if (step.done) return step.value ? 'Compacted' : signal.aborted ? 'Compaction canceled.' : why
    if (step.value.type === 'system' && step.value.subtype === 'informational') why = step.value.content
    yield step.value
  }
}
