import type { SessionSchedule } from './session-schedule.ts'

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
