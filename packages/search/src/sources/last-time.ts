import { readAt } from '../read-lines.ts'
import { isVanished } from './is-vanished.ts'

/** The newest time that the end of a stretch of a log names, where it names one. */
export function readLastTime(path: string, end: number): number | undefined {
  try {
    const start = Math.max(0, end - TAIL_BYTES)
    const tail = readAt(path, start, end - start).toString('latin1')
    const times = [...tail.matchAll(TIMESTAMPS)].map(([, time = '']) => Date.parse(time))
    const newest = Math.max(...times.filter(time => !Number.isNaN(time)))
    return Number.isFinite(newest) ? newest : undefined
  } catch (error) {
    if (!isVanished(error)) throw error
    return undefined
  }
}

const TAIL_BYTES = 16 * 1024
const TIMESTAMPS = /"timestamp":"(\d{4}-[^"]{1,40})"/g
