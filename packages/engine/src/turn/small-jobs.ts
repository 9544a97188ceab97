import type { SystemAwaySummaryMessage } from '@antiphon/core'
import type { Session } from '../session/session.ts'
import { tellLater } from '../session/tell-later.ts'
import { toComfortModel } from '../session/to-small-model.ts'
import { generateTitle } from '../summaries/generate-title.ts'
import { summarizeAway } from '../summaries/summarize-away.ts'

/** Sums up what happened since the last prompt, and stores it. */
export async function tellAwaySummary(
  session: Session,
  signal: AbortSignal,
): Promise<SystemAwaySummaryMessage | null> {
  const messages = session.state.conversation.messages()
  const message = await summarizeAway(toComfortModel(session.options), messages, signal)
  if (message) await tellLater(session, [message])
  return message
}

/** Names the session and records the name. */
export async function recordTitle({ options, state }: Session, signal: AbortSignal): Promise<string | null> {
  const messages = state.conversation.messages()
  const small = toComfortModel(options)
  const entry = small && (await generateTitle(small, { messages, signal }))
  if (entry) await options.recordEntry?.(entry)
  return entry?.aiTitle ?? null
}
