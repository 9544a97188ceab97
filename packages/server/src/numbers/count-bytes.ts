import { statSync } from 'node:fs'
import type { FoundLog } from '../logs/find-log.ts'
import type { TellProgress } from './tell-progress.ts'

/** Takes the bytes that were read of some logs, and tells how far that is. */
export function countBytes(logs: readonly FoundLog[], tell: TellProgress): (count: number) => void {
  const total = logs.reduce(
    (sum, { path }) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
  let done = 0
  return count => {
    done += count
    tell(Math.min(done, total), total)
  }
}
