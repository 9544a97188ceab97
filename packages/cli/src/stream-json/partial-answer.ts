import { isObject } from '@antiphon/contract'
import type { WireEvent } from '@antiphon/core'

/** The end of what the model is saying right now. */
export type PartialAnswer = { readonly kind: 'text' | 'thinking'; readonly text: string }

export interface PartialAnswers {
  /** Takes one more event; true where what is being said has changed. */
  push(event: WireEvent): boolean
  current(): PartialAnswer | undefined
}

/** Follows `stream_event`s of the main conversation until the finished block arrives. */
export function createPartialAnswers(): PartialAnswers {
  let current: PartialAnswer | undefined

  function set(next: PartialAnswer | undefined): boolean {
    const isChanged = current !== next
    current = next
    return isChanged
  }

  function pushStreamEvent(event: Record<string, unknown>): boolean {
    if (event.type !== 'content_block_delta') return set(undefined)
    const piece = readPiece(event.delta)
    if (!piece) return false
    const text = current?.kind === piece.kind ? current.text + piece.text : piece.text
    return set({ kind: piece.kind, text: text.slice(-KEPT_UNITS) })
  }

  return {
    push(event) {
      if (event.type === 'assistant' || event.type === 'result') return set(undefined)
      if (event.type !== 'stream_event' || event.parent_tool_use_id) return false
      const inner: unknown = event.event
      return isObject(inner) && pushStreamEvent(inner)
    },
    current: () => current,
  }
}

// A screen shows the last lines only.
const KEPT_UNITS = 4000

function readPiece(delta: unknown): PartialAnswer | undefined {
  if (!isObject(delta)) return undefined
  if (delta.type === 'text_delta' && typeof delta.text === 'string') return { kind: 'text', text: delta.text }
  if (delta.type === 'thinking_delta' && typeof delta.thinking === 'string')
    return { kind: 'thinking', text: delta.thinking }
  return undefined
}
