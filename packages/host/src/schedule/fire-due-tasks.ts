import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { isObject } from '@antiphon/contract'
import { AGENT_ORIGIN, createScheduledTaskFireMessage, type Message, type UUID } from '@antiphon/core'
import { createLineDecoder, type LogLine } from '@antiphon/core/log'
import { oneLine } from '@antiphon/core/ui'
import { describeTaskTime, formatMoment, type QueryEngine } from '@antiphon/engine'
import type { DueTask, SessionSchedule } from './session-schedule.ts'

type FireOptions = {
  readonly schedule: SessionSchedule
  readonly engine: Pick<QueryEngine, 'tell' | 'queue'>
  /** The session's log; empty where nothing is stored. */
  readonly logPath: string
  /** When this process took the session: what was due before may have been said by another. */
  readonly openedAt: number
  readonly now?: () => number
  /** Hears of each message once it is stored. */
  readonly onFire: (message: Message) => Promise<void>
}

/**
 * Says what is due: a message that tells why, then the prompt, then a note in the schedule. Each has a name that follows
 * from the task and its time, so that whoever goes on after a crash finds what was done and does the rest: nothing is
 * said twice, and nothing is left out. Gives how many prompts wait now because of it.
 */
export async function fireDueTasks(options: FireOptions): Promise<number> {
  const { schedule, engine, logPath, openedAt, now = Date.now, onFire } = options
  let queued = 0
  for (const due of await schedule.due()) {
    const { prompt, isOfAgent } = due.task
    const uuid = toFireUuid(due)
    const mayBeKnown = due.due < openedAt && logPath !== ''
    const stage = mayBeKnown ? await findFire(logPath, { uuid, prompt }) : 'none'
    if (stage === 'none') {
      const message = { ...createScheduledTaskFireMessage(describeFire(due, now())), uuid }
      await engine.tell([message])
      await onFire(message)
    }
    if (stage !== 'queued') {
      await engine.queue(prompt, isOfAgent === true ? { origin: AGENT_ORIGIN } : {})
      queued++
    }
    await schedule.noteFired(due)
  }
  return queued
}

/** The same for the same task and time, wherever it is made. */
export function toFireUuid({ task, due }: Pick<DueTask, 'task' | 'due'>): UUID {
  const hex = createHash('sha256').update(`${task.id} ${due}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

function describeFire({ task, due }: DueTask, now: number): string {
  const words = `Scheduled task ${task.id} (${describeTaskTime(task.time)}): ${oneLine(task.prompt, 120)}`
  return now - due < LATE_MS ? words : `${words} · missed at ${formatMoment(due)}, made up for once`
}

const LATE_MS = 90_000

/** How far a log knows of a scheduled prompt: not at all, that it was begun, or that the prompt itself is safe. */
type FireStage = 'none' | 'told' | 'queued'

type Fire = { readonly uuid: string; readonly prompt: string }

/** Looks through a log for the message that tells of a scheduled prompt, and for the prompt behind it. */
async function findFire(path: string, fire: Fire): Promise<FireStage> {
  const input = createReadStream(path)
  // It passes over lines that no memory holds.
  const decoder = createLineDecoder()
  let stage: FireStage = 'none'
  try {
    for await (const chunk of input) {
      stage = advance(stage, decoder.push(chunk), fire)
      if (stage === 'queued') return stage
    }
    return advance(stage, decoder.end(), fire)
  } catch (error) {
    // A session that has no log yet knows of nothing.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return stage
    throw error
  } finally {
    input.destroy()
  }
}

function advance(before: FireStage, lines: readonly LogLine[], { uuid, prompt }: Fire): FireStage {
  let stage = before
  for (const line of lines) {
    const entry: unknown = line.kind === 'entry' ? line.entry : null
    if (!isObject(entry)) continue
    if (stage === 'none' && entry.uuid === uuid) stage = 'told'
    else if (stage === 'told' && entry.operation === 'enqueue' && entry.content === prompt) stage = 'queued'
  }
  return stage
}

/** Calls `onDue` about every second while something is due; never keeps the process alive. Gives what stops it. */
export function startScheduleClock(
  schedule: Pick<SessionSchedule, 'due'>,
  onDue: () => void,
  tickMs: number = TICK_MS,
): () => void {
  let isLooking = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    try {
      if ((await schedule.due()).length > 0) onDue()
    } catch {
      // What cannot be read now may be in a second; who says the prompts tells what cannot be written.
    } finally {
      isLooking = false
    }
  }, tickMs).unref()
  return () => clearInterval(timer)
}

const TICK_MS = 1_000
