import type { Message } from '@antiphon/core'
import type { QueryEngineOptions } from './query-engine-options.ts'

/** The two ends of a session's life with an engine, where hooks have a say. */
export interface SessionLife {
  /** True until the first prompt. */
  isNew(): boolean
  /** What the session opens with and hooks say before the first prompt; nothing before the others. */
  start(model: string, signal: AbortSignal): Promise<readonly Message[]>
  /** What hooks say at the end. */
  end(): Promise<readonly Message[]>
}

/** Each end comes once, and the second only after the first. */
export function createSessionLife(
  { hooks = {}, opening = () => [] }: Pick<QueryEngineOptions, 'hooks' | 'opening'>,
  source: 'startup' | 'resume',
): SessionLife {
  let stage: 'new' | 'running' | 'over' = 'new'
  return {
    isNew: () => stage === 'new',
    async start(model, signal) {
      if (stage !== 'new') return []
      stage = 'running'
      const told = await hooks.onSessionStart?.({ source, model, signal })
      return [...opening(), ...(told?.messages ?? [])]
    },
    async end() {
      if (stage !== 'running') return []
      stage = 'over'
      return (await hooks.onSessionEnd?.())?.messages ?? []
    },
  }
}
