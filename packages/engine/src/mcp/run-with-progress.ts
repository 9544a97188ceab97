import { setTimeout } from 'node:timers/promises'
import { MCP_LIMITS } from './mcp-limits.ts'

/**
 * Runs something that reports by calling, and yields what it reports until it is done. Only the last report that
 * nobody has taken yet is kept: a server may report faster than anybody reads.
 */
export async function* runWithProgress<T, P>(
  start: (report: (progress: P) => void) => Promise<T>,
): AsyncGenerator<P, T, undefined> {
  let latest: { readonly progress: P } | null = null
  let wake = (): void => {}
  const done = start(progress => {
    latest = { progress }
    wake()
  })
  const ended = done.then(
    () => 'ended' as const,
    () => 'ended' as const,
  )
  for (;;) {
    const reported = new Promise<'reported'>(resolve => {
      wake = () => resolve('reported')
    })
    const what = latest === null ? await Promise.race([reported, ended]) : 'reported'
    // The compiler does not see that `start` may have set it meanwhile.
    const taken = latest as { readonly progress: P } | null
    latest = null
    if (taken !== null) yield taken.progress
    if (what === 'ended') return done
    // Whoever listens may write each report down: a server that reports without end must not fill a disk.
    await Promise.race([ended, setTimeout(MCP_LIMITS.progressPauseMs, undefined, { ref: false })])
  }
}
