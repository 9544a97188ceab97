import type { AttachedContext } from '@antiphon/server/protocol'
import { useCallback, useEffect, useState } from 'react'

/** What somebody is about to say. */
export type Draft = { readonly text: string; readonly contexts: readonly AttachedContext[] }

export const NO_DRAFT: Draft = { text: '', contexts: [] }

/** A draft that outlives the page's views, each session its own. */
export function useDraft(name: string): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const [draft, setDraft] = useState(() => readDraft(name))
  useEffect(() => keepDraft(name, draft), [name, draft])
  return [draft, useCallback((change: (draft: Draft) => Draft) => setDraft(change), [])]
}

function readDraft(name: string): Draft {
  try {
    // This page wrote it.
    return { ...NO_DRAFT, ...(JSON.parse(sessionStorage.getItem(toKey(name)) ?? '{}') as Partial<Draft>) }
  } catch {
    return NO_DRAFT
  }
}

function keepDraft(name: string, draft: Draft): void {
  try {
    if (draft.text === '' && draft.contexts.length === 0) sessionStorage.removeItem(toKey(name))
    else sessionStorage.setItem(toKey(name), JSON.stringify(draft))
  } catch {
    // Too long for the browser to keep: it holds until the view is left.
  }
}

function toKey(name: string): string {
  return `antiphon.draft.${name}`
}
