import { type ConversionLoss, type ForeignFormat, MESSAGE_CONVERTERS } from '@antiphon/converters'
import {
  getMessagesAfterCompactBoundary,
  normalizeMessagesForAPI,
  type TranscriptEntry,
} from '@antiphon/core'
import { safeJson } from '@antiphon/core/wire'
import { findKnownModel, withoutInvitation, withoutThinking } from '@antiphon/transcript'

type ConvertSessionOptions = { readonly format: ForeignFormat; readonly hasThinking: boolean }

export type ConvertedSession = {
  /** A JSON list, a message a line. */
  readonly pieces: Iterable<string>
  readonly losses: readonly ConversionLoss[]
}

/**
 * A session as another library's messages. Those who show it (`ai-sdk`) get what the log holds, all others what the model
 * reads: whole pairs of calls and results, each at a place where their API takes it.
 */
export function convertSession(
  messages: readonly TranscriptEntry[],
  { format, hasThinking }: ConvertSessionOptions,
): ConvertedSession {
  const chosen = hasThinking ? messages : withoutThinking(messages)
  const read = format === 'ai-sdk' ? chosen : viewOf(chosen)
  const converted = MESSAGE_CONVERTERS[format].to(read)
  return { pieces: formatList(converted.messages), losses: converted.losses }
}

function viewOf(messages: readonly TranscriptEntry[]) {
  const live = getMessagesAfterCompactBoundary(messages)
  return withoutInvitation(normalizeMessagesForAPI(live, [], findKnownModel(live)))
}

function* formatList(messages: readonly unknown[]): Generator<string> {
  for (const [index, message] of messages.entries()) yield `${index === 0 ? '[' : ','}\n${safeJson(message)}`
  yield messages.length === 0 ? '[]\n' : '\n]\n'
}
