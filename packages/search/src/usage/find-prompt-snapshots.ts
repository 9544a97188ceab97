import { isObject } from '@antiphon/contract'
import type { Message } from '@antiphon/core'
import { estimateTokens } from '@antiphon/core/usage'

/** What stood before the messages from a place of the log on, as Claude Code 2.1.325 and later write it down. */
export type PromptSnapshot = {
  /** Where it was written, as an index of the messages. */
  readonly index: number
  /** Of the system prompt and the tools that are not deferred, estimated from their text. */
  readonly tokens: number
}

/**
 * The `prompt_snapshot` attachments that hold all that stands before the messages. A session's first one has the system
 * prompt alone, and says nothing of the tools; it is left out.
 */
export function findPromptSnapshots(messages: readonly Message[]): readonly PromptSnapshot[] {
  return messages.flatMap((message, index) => {
    const attachment: unknown = message.type === 'attachment' ? message.attachment : undefined
    if (!isObject(attachment) || attachment.type !== 'prompt_snapshot') return []
    const { systemPrompt, tools, cliPrefix } = attachment
    if (!Array.isArray(systemPrompt) || !Array.isArray(tools)) return []
    const loaded = tools.filter(tool => !(isObject(tool) && tool.defer_loading === true))
    return [{ index, tokens: estimateTokens([cliPrefix, systemPrompt, loaded]) }]
  })
}
