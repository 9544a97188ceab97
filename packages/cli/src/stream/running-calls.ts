import type { TurnStep } from '@antiphon/core'
import type { RunningCall } from './format-live.ts'
import { createStepDepths } from './step-depths.ts'

export type SeenStep = {
  readonly depth: number
  /** Calls whose head has to be shown first, because what follows happens inside them. */
  readonly opened: readonly RunningCall[]
  /** How long the call that ended here was seen to run, if that was long: the stream may not say. */
  readonly elapsedMs?: number
}

export interface RunningCalls {
  see(step: TurnStep): SeenStep
  /** Oldest first. */
  list(): readonly RunningCall[]
  /** Calls that have run for a while and whose head was not shown yet; each is given once. */
  takeSlow(): readonly RunningCall[]
}

type Call = { title: string; depth: number; startedAt: number; detail?: string; isShown: boolean }

const SLOW_MS = 1000

/** Keeps the calls that have no result yet, with the time since they were seen. */
export function createRunningCalls(now: () => number): RunningCalls {
  const calls = new Map<string, Call>()
  const depths = createStepDepths()

  function show(call: Call | undefined): readonly RunningCall[] {
    if (!call || call.isShown) return []
    call.isShown = true
    return [toRunning(call)]
  }

  function toRunning({ title, depth, startedAt, detail }: Call): RunningCall {
    return { title, depth, elapsedMs: now() - startedAt, ...(detail !== undefined && { detail }) }
  }

  return {
    see(step) {
      const depth = depths.depthOf(step)
      const parent = 'parentToolUseId' in step ? calls.get(step.parentToolUseId ?? '') : undefined
      switch (step.kind) {
        case 'tool-start':
          calls.set(step.id, { title: step.title, depth, startedAt: now(), isShown: false })
          return { depth, opened: show(parent) }
        case 'tool-end': {
          const elapsedMs = now() - (calls.get(step.id)?.startedAt ?? now())
          calls.delete(step.id)
          return { depth, opened: [], ...(elapsedMs >= SLOW_MS && { elapsedMs }) }
        }
        case 'subagent':
          if (parent) parent.detail = step.text
          return { depth, opened: step.phase === 'ended' ? show(parent) : [] }
        default:
          return { depth, opened: show(parent) }
      }
    },
    list: () => Array.from(calls.values(), toRunning),
    takeSlow: () => [...calls.values()].filter(call => now() - call.startedAt >= SLOW_MS).flatMap(show),
  }
}
