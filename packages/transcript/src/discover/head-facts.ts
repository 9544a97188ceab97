import type { Entry } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'
import { readText, readTime } from './entry-fields.ts'
import { readPrompt } from './read-prompt.ts'

/** What the beginning of a log tells. */
export type HeadFacts = {
  sessionId?: string
  startedAt?: string
  cwd?: string
  /** The first words of a person; in a subagent's log, its task. */
  prompt?: string
  command?: string
  /** In a session: the first words to a subagent. */
  task?: string
  hasMain: boolean
  hasSide: boolean
}

export interface HeadCollector {
  readonly facts: Readonly<HeadFacts>
  /** Takes the next entry. */
  take(entry: Entry): void
  /** True when only a prompt may be missing. */
  isSettled(): boolean
  hasPrompt(): boolean
}

/** Collects from entries in the order of the log. */
export function createHeadCollector({ isSubagent }: { readonly isSubagent: boolean }): HeadCollector {
  const facts: HeadFacts = { hasMain: false, hasSide: false }
  return {
    facts,
    take(entry) {
      set('sessionId', readText(entry, 'sessionId'))
      set('startedAt', readTime(entry))
      set('cwd', readText(entry, 'cwd'))
      if (isTranscriptEntry(entry)) facts[entry.isSidechain === true ? 'hasSide' : 'hasMain'] = true
      const prompt = facts.prompt === undefined ? readPrompt(entry) : null
      if (!prompt) return
      if (prompt.isSidechain && !isSubagent) set('task', prompt.text)
      else set(prompt.kind, prompt.text)
    },
    isSettled: () => [facts.sessionId, facts.startedAt, facts.cwd].every(fact => fact !== undefined),
    hasPrompt: () => facts.prompt !== undefined,
  }

  function set(name: Exclude<keyof HeadFacts, 'hasMain' | 'hasSide'>, value: string | undefined): void {
    if (value !== undefined) facts[name] ??= value
  }
}
