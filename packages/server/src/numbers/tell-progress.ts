import { setTimeout } from 'node:timers/promises'
import type { ReportLine } from '../protocol/numbers-protocol.ts'

/** How far something is. */
export type TellProgress = (done: number, total: number) => void

/** Tells how far something is, at most so often, and then what came of it. */
export async function* tellProgress<Report>(
  run: (tell: TellProgress) => Promise<Report>,
): AsyncGenerator<ReportLine<Report>, void, undefined> {
  let latest: ReportLine<Report> | null = null
  const ended = run((done, total) => {
    latest = { kind: 'progress', done, total }
  }).then(report => ({ kind: 'report' as const, report }))
  // Whoever stops listening hears of no failure.
  ended.catch(() => {})
  for (;;) {
    const pause = new AbortController()
    const waited = setTimeout(EVERY_MS, null, { signal: pause.signal }).catch(() => null)
    const told = await Promise.race([ended, waited]).finally(() => pause.abort())
    if (told) {
      yield told
      return
    }
    if (latest) yield latest
    latest = null
  }
}

const EVERY_MS = 100
