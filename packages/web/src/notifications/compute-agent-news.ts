import type { RunningAgent } from '@antiphon/server/protocol'

/** What a person wants to hear of an agent: it waits for them, or has ended what it did. */
export type AgentNews = { readonly kind: 'waits' | 'done'; readonly session: string }

type Agents = ReadonlyMap<string, RunningAgent>

/** What is new among agents since they were seen last; who was not seen before is news only where it waits. */
export function computeAgentNews(before: Agents, after: Agents): AgentNews[] {
  const waits = [...after.values()]
    .filter(({ session, state }) => state === 'requires_action' && before.get(session)?.state !== state)
    .map(({ session }): AgentNews => ({ kind: 'waits', session }))
  const done = [...before.values()]
    .filter(({ session, state }) => state !== 'idle' && (after.get(session)?.state ?? 'idle') === 'idle')
    .map(({ session }): AgentNews => ({ kind: 'done', session }))
  return [...waits, ...done]
}
