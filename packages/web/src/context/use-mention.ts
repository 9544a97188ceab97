import { findMention, type Mention } from '@antiphon/core/context'
import { useState } from 'react'
import type { Caret } from '../keyboard/use-caret.ts'

type MentionHandle = {
  /** What was typed behind the `@`; undefined where nobody mentions anything, or wants no help with it. */
  readonly query: string | undefined
  /** This `@` is meant as it stands. */
  readonly leave: (start?: number) => void
  /** Puts something in its place: an `@` alone, or nothing. */
  readonly replaceBy: (words: '@' | '') => void
}

type UseMentionOptions = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly caret: Caret
}

/** The mention that somebody is typing in a field. */
export function useMention({ text, onText, caret }: UseMentionOptions): MentionHandle {
  const [left, setLeft] = useState<number>()
  const found = findMention(text, caret.at)
  if (left !== undefined && text[left] !== '@') setLeft(undefined)
  return {
    query: found && found.start !== left ? found.query : undefined,
    leave: (start = found?.start) => setLeft(start),
    replaceBy(words) {
      if (!found) return
      const rest = removeMention(text, found)
      onText(rest.slice(0, found.start) + words + rest.slice(found.start))
      caret.place(found.start + words.length)
    },
  }
}

/** The text without the mention. */
export function removeMention(text: string, { start, end }: Mention): string {
  return text.slice(0, start) + text.slice(end)
}
