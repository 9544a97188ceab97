import { readAt } from './read-lines.ts'

/** The first time that a log's head names: what its lines without a time are dated by; 0 where it names none. */
export function readFirstTime(path: string): number {
  const head = readAt(path, 0, HEAD_BYTES).toString('latin1')
  const time = Date.parse(TIMESTAMP.exec(head)?.[1] ?? '')
  return Number.isNaN(time) ? 0 : time
}

const HEAD_BYTES = 64 * 1024
const TIMESTAMP = /"timestamp":"(\d{4}-[^"]{1,40})"/
