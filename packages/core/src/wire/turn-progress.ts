import { readNumber, readString } from '../message/read-field.ts'
import { readToolTime } from '../ui/measure-tool-time.ts'
import { toolCallTitle } from '../ui/tool-call-title.ts'
import { type DispatchedEvent, dispatchWireEvent } from './dispatch-wire-event.ts'
import { getContentBlocks } from './get-content-blocks.ts'
import { createPendingCalls, type PendingCalls } from './pending-calls.ts'
import { readToolOutcome } from './tool-outcome.ts'
import { toEventStep, toResultStep } from './turn-event-step.ts'
import type { PendingCall, SessionStep, TurnStep } from './turn-step.ts'
import type { WireEvent } from './wire-event.ts'
import { wireToolStatus } from './wire-tool-status.ts'

export interface TurnProgress {
  /** The steps to show for one more event. */
  push(event: WireEvent): readonly TurnStep[]
  /** The calls that are running now, oldest first. */
  pending(): readonly PendingCall[]
}

/** Follows a stream for a live view. It has no clock, so the same events always give the same steps. */
export function createTurnProgress(): TurnProgress {
  const calls = createPendingCalls()
  let session = ''

  /** Every turn opens with `init`; only a new session, model or mode is news. */
  function isNews(step: SessionStep): boolean {
    const key = JSON.stringify([step.sessionId, step.model, step.cwd, step.permissionMode])
    const isNew = key !== session
    session = key
    return isNew
  }

  function push(event: WireEvent): readonly TurnStep[] {
    if (event.type === 'tool_progress') {
      const seconds = readNumber(event, 'elapsed_time_seconds') ?? 0
      // Old versions name the report in `tool_use_id` and the call in `parent_tool_use_id`.
      calls.setElapsed([event.tool_use_id, event.parent_tool_use_id], seconds * 1000)
      return []
    }
    const steps = dispatchWireEvent(event).flatMap(dispatched => toSteps(dispatched, calls))
    return steps.filter(step => step.kind !== 'session' || isNews(step))
  }

  return { push, pending: calls.list }
}

function toSteps(dispatched: DispatchedEvent, calls: PendingCalls): readonly TurnStep[] {
  const { event } = dispatched
  const parentToolUseId = readString(event, 'parent_tool_use_id') ?? null
  const timestamp = readString(event, 'timestamp')
  switch (dispatched.type) {
    case 'text': {
      if (dispatched.block.text.trim() === '') return []
      const role = event.type === 'user' ? 'user' : 'assistant'
      const isError = readString(event, 'error') !== undefined
      return [{ kind: 'text', role, text: dispatched.block.text, isError, parentToolUseId }]
    }
    case 'thinking':
      return [{ kind: 'thinking', text: readString(dispatched.block, 'thinking') ?? '', parentToolUseId }]
    case 'tool_use':
    case 'server_tool_use': {
      const { name, input } = dispatched.block
      const id = readString(dispatched.block, 'id') ?? ''
      const call = { id, name, title: toolCallTitle(name, input), parentToolUseId }
      return calls.open(call, timestamp) ? [{ kind: 'tool-start', ...call }] : []
    }
    case 'tool_result':
    case 'server_tool_result': {
      const id = readString(dispatched.block, 'tool_use_id') ?? ''
      const known = calls.close(id, timestamp)
      const call = known ?? { id, name: 'unknown', title: 'result of an unknown call', parentToolUseId }
      const status = wireToolStatus(event, dispatched.block)
      const elapsedMs = readOwnTime(event)
      const time = elapsedMs === undefined ? {} : { elapsedMs }
      return [{ kind: 'tool-end', ...call, ...time, ...readToolOutcome(dispatched.block), status }]
    }
    case 'result':
      return [toResultStep(event, calls.list())]
    default: {
      const step = toEventStep(event, parentToolUseId)
      return step ? [step] : []
    }
  }
}

/** The tool's own time, without waiting for permission, where the event of its result tells it. */
function readOwnTime(event: WireEvent): number | undefined {
  if (event.type !== 'user' || getContentBlocks(event).length !== 1) return undefined
  return readToolTime({ toolUseResult: event.tool_use_result, toolDurationMs: event.tool_duration_ms })
}
