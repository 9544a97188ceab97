import { isContextContent } from '@antiphon/core/context'
import type { PlacedEntry } from '@antiphon/server/protocol'
import { readContexts } from '../context/read-contexts.ts'
import { computeStory } from '../story/compute-story.ts'

/** What a person said in a session, as far as it is loaded, the newest first and each once. */
export function readPromptHistory(entries: readonly PlacedEntry[]): readonly string[] {
  const prompts = computeStory(entries).items.flatMap(({ item }) =>
    item.kind === 'prompt' && !isContextContent(item.text)
      ? [readContexts(item.text, item.message).text.trim()]
      : [],
  )
  return [...new Set(prompts.reverse())].filter(text => text !== '')
}

/** Where somebody is in the history: at `at`, 0 being the newest, or at what they were writing. */
export type HistoryStep = { readonly at: number; readonly text: string }

/** One step back or forth; undefined where there is none. Before the newest stands the empty field. */
export function moveInHistory(history: readonly string[], at: number, step: 1 | -1): HistoryStep | undefined {
  const next = at + step
  if (next === -1) return { at: -1, text: '' }
  const text = history[next]
  return text === undefined ? undefined : { at: next, text }
}
