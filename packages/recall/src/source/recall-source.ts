import type { Search } from '@antiphon/search'

/** What is recalled from: folders with sessions, and what finds words in them. */
export type RecallSource = {
  /** Folders that hold `projects`, copies of other agents' sessions among them. */
  readonly roots: readonly string[]
  /** Of those, which are one agent's copies. */
  readonly agents: readonly { readonly agent: string; readonly root: string }[]
  readonly search: Search
  /** Where usage is remembered; null for nowhere. */
  readonly usageCache: string | null
}

/** Whose sessions a log holds: another agent's copies lie below a root of their own. */
export function agentOf(path: string, { agents }: Pick<RecallSource, 'agents'>): string {
  return agents.find(({ root }) => path.startsWith(`${root}/`))?.agent ?? OWN_AGENT
}

/** Sessions of Claude Code and of Antiphon lie below the same roots. */
export const OWN_AGENT = 'claude-code'
