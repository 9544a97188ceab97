import type { ApiRequest, ContentBlock } from '@antiphon/contract'
import { canonicalJson } from '../canonical-json.ts'

/** The answers that stopped with `pause_turn`: they may be sent back as they are, and go on. */
export interface PausedAnswers {
  add(content: readonly ContentBlock[]): void
  /** True where the request ends with one of them. */
  has(request: ApiRequest): boolean
}

/** Remembers the last of them. */
export function createPausedAnswers(): PausedAnswers {
  let answers: readonly string[] = []
  return {
    add(content) {
      answers = [...answers, canonicalJson(content)].slice(-CAPACITY)
    },
    has(request) {
      if (answers.length === 0) return false
      const messages: unknown = request?.messages
      const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
      const content =
        typeof last === 'object' && last !== null && 'content' in last ? last.content : undefined
      return answers.includes(canonicalJson(content))
    },
  }
}

const CAPACITY = 100
