import type { HookOutcome } from './combine-hook-runs.ts'

/** Why hooks end the work; null where they do not. */
export function toReason(stop: HookOutcome['stop']): string | null {
  return stop ? stop.reason || 'a hook stopped the work' : null
}
