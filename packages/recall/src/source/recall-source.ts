import { basename, dirname, sep } from 'node:path'
import { isForeignAgent } from '@antiphon/core/log'
import type { Search } from '@antiphon/search'

/** What is recalled from: folders with sessions, and what finds words in them. */
export type RecallSource = {
  /** Folders that hold `projects`, copies of other agents' sessions among them. */
  readonly roots: readonly string[]
  readonly search: Search
  /** Where usage is remembered; null for nowhere. */
  readonly usageCache: string | null
  /** Whether other agents' sessions are still being copied, so that the newest may be missing. */
  readonly isCatchingUp?: () => boolean
}

/** Whose sessions a log holds: each other agent's copies lie below a root of their own, which itself lies below our folder. */
export function agentOf(path: string, { roots }: Pick<RecallSource, 'roots'>): string {
  const foreign = roots.find(root => agentOfRoot(root) !== null && path.startsWith(`${root}${sep}`))
  return (foreign === undefined ? null : agentOfRoot(foreign)) ?? OWN_AGENT
}

/** The agents whose sessions there may be. */
export function listAgents({ roots }: Pick<RecallSource, 'roots'>): readonly string[] {
  return [...new Set([OWN_AGENT, ...roots.flatMap(root => agentOfRoot(root) ?? [])])]
}

/** Sessions of Claude Code and of Antiphon lie below the same roots. */
const OWN_AGENT = 'claude-code'

function agentOfRoot(root: string): string | null {
  const name = basename(root)
  return basename(dirname(root)) === 'agents' && isForeignAgent(name) ? name : null
}
