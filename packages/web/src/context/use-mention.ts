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

/** An `@` with what was typed behind it. */
type Mention = { readonly start: number; readonly end: number; readonly query: string }

/** The mention that somebody is typing: it ends at the caret, and is no part of an address. */
export function findMention(text: string, caret: number): Mention | undefined {
  const match = MENTION.exec(text.slice(0, caret))
  if (!match) return undefined
  const query = match[1] ?? ''
  return { start: caret - query.length - 1, end: caret, query }
}

/** The text without the mention. */
export function removeMention(text: string, { start, end }: Mention): string {
  return text.slice(0, start) + text.slice(end)
}

// In `me@example.com` nobody mentions anything; Chinese is written without spaces.
const MENTION = /(?<![A-Za-z0-9_.+\-@])@([^\s@]{0,100})$/
