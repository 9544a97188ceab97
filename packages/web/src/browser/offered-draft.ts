import { keepInWindow } from './stored-choice.ts'

/** Puts words into the draft of a name, whether its field is there already or will be. */
export function offerDraft(name: string, text: string): void {
  keepInWindow(`draft.${name}`, { text })
  for (const listener of listeners) listener(name, text)
}

/** Hears of words that are put into drafts. */
export function hearDrafts(listener: (name: string, text: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const listeners = new Set<(name: string, text: string) => void>()
