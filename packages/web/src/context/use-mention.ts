import { type RefObject, useState } from 'react'
import { useCaretPlace } from '../keyboard/use-caret-place.ts'
import { findMention, removeMention } from './find-mention.ts'

export type MentionHandle = {
  /** What was typed behind the `@`; undefined where nobody mentions anything, or wants no help with it. */
  readonly query: string | undefined
  readonly setCaret: (caret: number) => void
  /** This `@` is meant as it stands. */
  readonly leave: (start?: number) => void
  /** Puts something in its place: an `@` alone, or nothing. */
  readonly replaceBy: (words: '@' | '') => void
}

export type UseMentionOptions = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>
}

/** The mention that somebody is typing in a field. */
export function useMention({ text, onText, fieldRef }: UseMentionOptions): MentionHandle {
  const [caret, setCaret] = useState(0)
  const [left, setLeft] = useState<number>()
  const placeCaret = useCaretPlace(fieldRef)
  const found = findMention(text, caret)
  if (left !== undefined && text[left] !== '@') setLeft(undefined)
  return {
    query: found && found.start !== left ? found.query : undefined,
    setCaret,
    leave: (start = found?.start) => setLeft(start),
    replaceBy(words) {
      if (!found) return
      const rest = removeMention(text, found)
      const at = found.start + words.length
      onText(rest.slice(0, found.start) + words + rest.slice(found.start))
      setCaret(at)
      placeCaret(at)
    },
  }
}
