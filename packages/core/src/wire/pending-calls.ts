import type { PendingCall, ToolCall } from './turn-step.ts'

export type PendingCalls = {
  /** False when the call is open already: a stream may show it twice. */
  readonly open: (call: ToolCall, timestamp: string | undefined) => boolean
  /** Sets the elapsed time of the first id that is an open call. */
  readonly setElapsed: (ids: readonly unknown[], elapsedMs: number) => void
  /** Takes the call out, with the time it took where that is known. */
  readonly close: (id: string, timestamp: string | undefined) => PendingCall | undefined
  readonly list: () => readonly PendingCall[]
}

/** The calls of a stream that have no result yet, in the order in which they began. */
export function createPendingCalls(): PendingCalls {
  const calls = new Map<unknown, { readonly call: PendingCall; readonly timestamp: string | undefined }>()
  return {
    open(call, timestamp) {
      if (calls.has(call.id)) return false
      calls.set(call.id, { call, timestamp })
      return true
    },
    setElapsed(ids, elapsedMs) {
      const id = ids.find(candidate => calls.has(candidate))
      const open = calls.get(id)
      if (open) calls.set(id, { ...open, call: { ...open.call, elapsedMs } })
    },
    close(id, timestamp) {
      const open = calls.get(id)
      if (!open) return undefined
      calls.delete(id)
      const elapsedMs = millisecondsBetween(open.timestamp, timestamp)
      return elapsedMs === undefined ? open.call : { ...open.call, elapsedMs }
    },
    list: () => Array.from(calls.values(), open => open.call),
  }
}

function millisecondsBetween(start: string | undefined, end: string | undefined): number | undefined {
  if (start === undefined || end === undefined) return undefined
  const elapsed = Date.parse(end) - Date.parse(start)
  return elapsed >= 0 ? elapsed : undefined
}
