import { computeUsageTotal, type SessionAnswer } from '@antiphon/search'
import type { SessionCost } from '../protocol/numbers-protocol.ts'
import { nameSessions } from './name-sessions.ts'
import type { ReadNumbersOptions } from './read-numbers-report.ts'
import type { ProjectsWish } from './usage-source.ts'

/** What each session cost that used anything. */
export async function readSessionCosts({
  projects,
  roots,
  usage,
  signal,
  onProgress,
}: ReadNumbersOptions & ProjectsWish): Promise<readonly SessionCost[]> {
  const { answers } = await usage.collect({ projects, hasTools: false, signal, onProgress })
  const ids = await nameSessions(roots, projects)
  const costs: SessionCost[] = []
  for (const [session, group] of groupBySession(answers)) {
    const id = ids.get(session)
    const { costUsd, isCostKnown, costUsdAtLeast } = computeUsageTotal(group)
    if (id !== undefined) costs.push({ id, costUsd, isCostKnown, costUsdAtLeast })
  }
  return costs
}

function groupBySession(answers: readonly SessionAnswer[]): ReadonlyMap<string, readonly SessionAnswer[]> {
  const groups = new Map<string, SessionAnswer[]>()
  for (const answer of answers) {
    const group = groups.get(answer.session)
    if (group) group.push(answer)
    else groups.set(answer.session, [answer])
  }
  return groups
}
