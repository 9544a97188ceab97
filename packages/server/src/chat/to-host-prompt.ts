import { createHumanOrigin, renderPromptWithContext } from '@antiphon/core'
import { type HostPrompt, toHostFrame } from '@antiphon/host'
import { type Refusal, refuse } from '../guard/refusal.ts'
import type { ChatPrompt } from '../protocol/chat-protocol.ts'
import { cutMiddle } from '../suggestions/cut-middle.ts'

/** A prompt of the page as a host says it: the words below the quote block, then what was attached, then the references as data. */
export function toHostPrompt({ uuid, text, contexts, author }: ChatPrompt): HostPrompt | Refusal {
  const attached = contexts.map(({ reference, content }) => ({
    reference: { ...reference, displayType: 'TAG' as const },
    content: content === null ? null : cutMiddle(content, MAX_CONTENT_UNITS),
  }))
  const frame = toHostFrame({
    kind: 'event',
    event: {
      type: 'user',
      message: { role: 'user', content: renderPromptWithContext(text, attached) },
      contexts: attached.map(({ reference }) => reference),
      parent_tool_use_id: null,
      ...(author && { origin: createHumanOrigin(author) }),
      uuid,
    },
    ...NO_LINE,
  })
  const isEmpty = text.trim() === '' && contexts.length === 0
  return frame.kind === 'prompt' && !isEmpty ? frame.prompt : refuse(422, 'There is nothing in the prompt.')
}

const MAX_CONTENT_UNITS = 400_000
const NO_LINE = { line: 0, offset: 0 } as const
