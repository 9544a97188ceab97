import { createHumanOrigin, type MessageAuthor, renderPromptWithContext } from '@antiphon/core'
import type { AttachedContext, AttachedImage } from '@antiphon/core/chat'
import { type HostPrompt, toHostFrame } from '../headless/host-frame.ts'
import { cutMiddle } from '../suggestions/cut-middle.ts'

/** What a person wrote, with what they attached. */
export type WrittenPrompt = {
  readonly uuid: string
  readonly text: string
  readonly contexts: readonly AttachedContext[]
  /** Pictures, in their order. */
  readonly images?: readonly AttachedImage[]
  /** Who says it. */
  readonly author?: MessageAuthor
}

/** A prompt as a host says it: the words below the quote block, then what was attached, then the references as data; null for nothing at all. */
export function composePrompt({
  uuid,
  text,
  contexts,
  images = [],
  author,
}: WrittenPrompt): HostPrompt | null {
  const attached = contexts.map(({ reference, content }) => ({
    reference: { ...reference, displayType: 'TAG' as const },
    content: content === null ? null : cutMiddle(content, MAX_CONTENT_UNITS),
  }))
  const frame = toHostFrame({
    kind: 'event',
    event: {
      type: 'user',
      message: { role: 'user', content: withImages(renderPromptWithContext(text, attached), images) },
      contexts: attached.map(({ reference }) => reference),
      parent_tool_use_id: null,
      ...(author && { origin: createHumanOrigin(author) }),
      uuid,
    },
    ...NO_LINE,
  })
  const isEmpty = text.trim() === '' && contexts.length === 0 && images.length === 0
  return frame.kind === 'prompt' && !isEmpty ? frame.prompt : null
}

/** The words, then the pictures. */
function withImages(words: HostPrompt['content'], images: readonly AttachedImage[]): HostPrompt['content'] {
  if (images.length === 0) return words
  const text = typeof words === 'string' ? [{ type: 'text' as const, text: words }] : words
  const said = text.filter(block => block.type !== 'text' || block.text.trim() !== '')
  return [
    ...said,
    ...images.map(({ mediaType, data }) => ({
      type: 'image' as const,
      source: { type: 'base64' as const, media_type: mediaType, data },
    })),
  ]
}

const MAX_CONTENT_UNITS = 400_000
const NO_LINE = { line: 0, offset: 0 } as const
