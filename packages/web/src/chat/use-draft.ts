import type { AttachedContext, AttachedImage } from '@antiphon/server/protocol'
import { useCallback, useEffect, useState } from 'react'
import { hearDrafts } from '../browser/offered-draft.ts'
import { keepInWindow, readKept } from '../browser/stored-choice.ts'

/** What somebody is about to say. */
export type Draft = {
  readonly text: string
  readonly contexts: readonly AttachedContext[]
  readonly images: readonly AttachedImage[]
}

export const NO_DRAFT: Draft = { text: '', contexts: [], images: [] }

/** Whether there is nothing to send. */
export function isEmptyDraft({ text, contexts, images }: Draft): boolean {
  return text.trim() === '' && contexts.length === 0 && images.length === 0
}

/** Puts a draft where the field of a session will find it. */
export function keepDraft(name: string, draft: Draft): void {
  keepInWindow(`draft.${name}`, draft)
}

/** A draft that outlives the page's views, each session its own. */
export function useDraft(name: string): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const key = `draft.${name}`
  // This page wrote it.
  const [draft, setDraft] = useState(() => ({
    ...NO_DRAFT,
    ...(readKept(key) as Partial<Draft> | undefined),
  }))
  useEffect(() => {
    const isNothing = draft.text === '' && isEmptyDraft(draft)
    keepInWindow(key, isNothing ? undefined : draft)
  }, [key, draft])
  useEffect(() => hearDrafts((offered, text) => offered === name && setDraft({ ...NO_DRAFT, text })), [name])
  return [draft, useCallback((change: (draft: Draft) => Draft) => setDraft(change), [])]
}
