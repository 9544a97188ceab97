import type { TurnStep } from '@antiphon/core/wire'
import type { RunningCall } from './format-live.ts'

// A subagent that starts a subagent is rare; deeper steps would have no room.
const DEEPEST = 6

export type SeenStep = {
  readonly depth: number
  /** Calls whose head has to be shown first, because what follows happens inside them. */
  readonly opened: readonly RunningCall[]
  /** How long the call that ended here was seen to run, if that was long: the stream may not say. */
  readonly elapsedMs?: number
}

export interface RunningCalls {
  see(step: TurnStep): SeenStep
  /** Oldest first; also the calls that have their result and whose task goes on in the background. */
  list(): readonly RunningCall[]
  /** Calls that have run for a while and whose head was not shown yet; each is given once. */
  takeSlow(): readonly RunningCall[]
}

type Call = {
  readonly title: string
  readonly depth: number
  readonly startedAt: number
  detail?: string
  isShown: boolean
  isAnswered: boolean
  /** Tasks of the call that have not reported their end. */
  readonly tasks: Set<string>
}

type Step<Kind extends TurnStep['kind']> = Extract<TurnStep, { readonly kind: Kind }>

const SLOW_MS = 1000

/** Keeps the calls that have no result yet, with the time since they were seen. */
export function createRunningCalls(now: () => number): RunningCalls {
  const calls = new Map<string, Call>()
  /** Of every call that was seen. */
  const depths = new Map<string, number>()

  function below(parent: string | null): number {
    return parent === null ? 0 : (depths.get(parent) ?? 0) + 1
  }

  /** How many calls stand above the step; remembers the call that it may be. */
  function depthOf(step: TurnStep): number {
    if (step.kind === 'tool-end') return depths.get(step.id) ?? below(step.parentToolUseId)
    const depth = 'parentToolUseId' in step ? Math.min(DEEPEST, below(step.parentToolUseId)) : 0
    if (step.kind === 'tool-start') depths.set(step.id, depth)
    return depth
  }

  function show(call: Call | undefined): readonly RunningCall[] {
    if (!call || call.isShown) return []
    call.isShown = true
    return [toRunning(call)]
  }

  function toCall({ title }: Step<'tool-start'>, depth: number): Call {
    return { title, depth, startedAt: now(), isShown: false, isAnswered: false, tasks: new Set() }
  }

  function toRunning({ title, depth, startedAt, detail, isAnswered }: Call): RunningCall {
    return {
      title,
      depth,
      elapsedMs: now() - startedAt,
      ...(detail !== undefined && { detail }),
      ...(isAnswered && { isInBackground: true }),
    }
  }

  function endCall({ id, parentToolUseId }: Step<'tool-end'>, depth: number): SeenStep {
    const call = calls.get(id)
    const elapsedMs = now() - (call?.startedAt ?? now())
    if (call && call.tasks.size > 0) {
      call.isAnswered = true
      call.isShown = false
    } else calls.delete(id)
    const opened = showAgain(parentToolUseId)
    return { depth, opened, ...(elapsedMs >= SLOW_MS && { elapsedMs }) }
  }

  /** What goes on in the background stands between other things: its head is shown again wherever it does. */
  function showAgain(parentToolUseId: string | null): readonly RunningCall[] {
    const parent = calls.get(parentToolUseId ?? '')
    for (const call of calls.values()) if (call.isAnswered && call !== parent) call.isShown = false
    return parent?.isAnswered ? show(parent) : []
  }

  function seeTask(step: Step<'subagent'>, depth: number): SeenStep {
    const call = calls.get(step.parentToolUseId ?? '')
    if (!call) return { depth, opened: [] }
    call.detail = step.text
    if (step.phase !== 'ended') {
      call.tasks.add(step.taskId)
      return { depth, opened: [] }
    }
    call.tasks.delete(step.taskId)
    const opened = call.isAnswered ? showAgain(step.parentToolUseId) : show(call)
    if (call.isAnswered && call.tasks.size === 0) calls.delete(step.parentToolUseId ?? '')
    return { depth, opened }
  }

  return {
    see(step) {
      const depth = depthOf(step)
      if (step.kind === 'tool-end') return endCall(step, depth)
      if (step.kind === 'subagent') return seeTask(step, depth)
      const parentToolUseId = 'parentToolUseId' in step ? step.parentToolUseId : null
      const parent = calls.get(parentToolUseId ?? '')
      if (step.kind === 'tool-start') {
        calls.set(step.id, toCall(step, depth))
        return { depth, opened: parent?.isAnswered ? [] : show(parent) }
      }
      return { depth, opened: [...showAgain(parentToolUseId), ...show(parent)] }
    },
    list: () => Array.from(calls.values(), toRunning),
    takeSlow: () =>
      [...calls.values()].filter(call => !call.isAnswered && now() - call.startedAt >= SLOW_MS).flatMap(show),
  }
}
