import type { ToolUseBlock } from '@antiphon/contract'
import type { AssistantMessage, Message } from '@antiphon/core'
import { createCondition } from '../waiting/condition.ts'

/** A call of the model, with the message in which it stands. */
export type RequestedCall = {
  readonly block: ToolUseBlock
  readonly assistantMessage: AssistantMessage
  /** Resolves when the answer that makes the call has come to its end. */
  readonly answerEnd?: Promise<void>
}

/** What a call gives: its result first, then whatever belongs behind it. */
export type CallOutcome = {
  readonly messages: readonly Message[]
  /** Why the loop has to stop; then no other call starts. */
  readonly stop: string | null
  /** Why calls behind it that must run alone would build on sand; then they do not start. */
  readonly spoiled?: string | null
}

/** A call that was looked at and can be started. */
export type StartableCall = {
  readonly isConcurrencySafe: boolean
  /** Gives progress while it runs. Whatever happens, it ends with an outcome. */
  readonly run: () => AsyncGenerator<Message, CallOutcome, undefined>
}

/** Runs calls while the answer that makes them still streams. */
export interface StreamingToolExecutor {
  add(call: RequestedCall): void
  /** What is ready now: progress as it comes, results in the order of the calls. */
  take(): readonly Message[]
  /** Everything that is still to come, until all calls are answered. */
  drain(): AsyncGenerator<Message, void, undefined>
  /** Takes back calls of which none has started: none of them will, and none is answered. */
  forget(): void
  /** Something may have changed in the world: the answer must not be taken back. */
  readonly hasStarted: () => boolean
  /** Why the loop has to stop, if a call or a hook said so. */
  readonly stopReason: () => string | null
}

type ExecutorOptions = {
  readonly prepare: (call: RequestedCall) => Promise<StartableCall>
  /** Answers a call that is not run, with the reason. */
  readonly answerUnrun: (call: RequestedCall, reason: string) => CallOutcome
}

type Slot = {
  readonly call: RequestedCall
  startable: StartableCall | null
  outcome: CallOutcome | null
  isRunning: boolean
}

/** Safe calls run side by side, others alone; none overtakes one that must run alone. */
export function createStreamingToolExecutor({
  prepare,
  answerUnrun,
}: ExecutorOptions): StreamingToolExecutor {
  let slots: Slot[] = []
  let ready: Message[] = []
  let released = 0
  let isStarted = false
  let stopReason: string | null = null
  let spoiled: string | null = null
  const changed = createCondition()

  function add(call: RequestedCall): void {
    const slot: Slot = { call, startable: null, outcome: null, isRunning: false }
    slots.push(slot)
    void prepare(call).then(startable => {
      slot.startable = startable
      advance()
    })
  }

  function startNext(): void {
    for (const slot of slots) {
      if (slot.outcome || slot.isRunning) continue
      // Order: a call that is still being looked at holds up those behind it.
      if (!slot.startable) return
      const reason = stopReason ?? (slot.startable.isConcurrencySafe ? null : spoiled)
      if (reason !== null) {
        slot.outcome = answerUnrun(slot.call, reason)
        continue
      }
      const others = slots.filter(other => other.isRunning)
      const isFree = others.every(other => other.startable?.isConcurrencySafe === true)
      if (others.length > 0 && !(isFree && slot.startable.isConcurrencySafe)) return
      void start(slot, slot.startable)
    }
  }

  function advance(): void {
    startNext()
    release()
    changed.notify()
  }

  async function start(slot: Slot, { run }: StartableCall): Promise<void> {
    slot.isRunning = true
    isStarted = true
    const running = run()
    for (let step = await running.next(); ; step = await running.next()) {
      if (step.done) {
        slot.outcome = step.value
        stopReason ??= step.value.stop
        spoiled ??= step.value.spoiled ?? null
        break
      }
      ready.push(step.value)
      changed.notify()
    }
    slot.isRunning = false
    advance()
  }

  /** Results leave in the order of their calls: a log that is read again gives the same request. */
  function release(): void {
    for (; released < slots.length; released++) {
      const outcome = slots[released]?.outcome
      if (!outcome) return
      ready.push(...outcome.messages)
    }
  }

  function take(): readonly Message[] {
    const messages = ready
    ready = []
    return messages
  }

  return {
    add,
    take,
    async *drain() {
      for (;;) {
        yield* take()
        // While those were told, more may have come.
        if (ready.length > 0) continue
        if (released === slots.length) return
        await changed.next()
      }
    },
    forget() {
      // A call that is still being looked at finds itself in no list when that is done.
      slots = []
      released = 0
    },
    hasStarted: () => isStarted,
    stopReason: () => stopReason,
  }
}
