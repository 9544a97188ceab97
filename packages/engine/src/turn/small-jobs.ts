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
  const messages = session.conversation.messages()
  const message = await summarizeAway(toComfortModel(session), messages, signal)
  if (message) await tellLater(session, [message])
  return message
}

/** Names the session and records the name. */
export async function recordTitle(session: Session, signal: AbortSignal): Promise<string | null> {
  const small = toComfortModel(session)
  const entry = small && (await generateTitle(small, { messages: session.conversation.messages(), signal }))
  if (entry) await session.recordEntry?.(entry)
  return entry?.aiTitle ?? null
}
