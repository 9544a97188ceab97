// What benches of a fleet's stores have in common.
import type { SessionKey } from '@antiphon/transcript'

/** An entry of 2 KB, and as a line. */
export const ENTRY: { readonly type: 'user'; readonly uuid: string; readonly text: string } = {
  type: 'user',
  uuid: '00000000-0000-4000-8000-000000000000',
  text: 'x'.repeat(1900),
}
export const LINE: Buffer = Buffer.from(`${JSON.stringify(ENTRY)}\n`)

/** How many entries a second, and how long each took. */
export type Measured = { readonly rate: number; readonly times: readonly number[] }

/** Each session says its next entry when the last is durable. */
export async function measure(sessions: number, entries: number, say: Say): Promise<Measured> {
  const times: number[] = []
  let left = entries
  const start = performance.now()
  await Promise.all(
    Array.from({ length: sessions }, async (_, session) => {
      for (let seq = 0; left-- > 0; seq++) {
        const begun = performance.now()
        await say(session, seq)
        times.push(performance.now() - begun)
      }
    }),
  )
  return { rate: (entries / (performance.now() - start)) * 1000, times }
}

/** Says the next entry of a session. */
export type Say = (session: number, seq: number) => Promise<unknown>

/** Before anything was measured. */
export const NOTHING: Measured = { rate: 0, times: [] }

/** For a row of the table. */
export function describeMeasured({ rate, times }: Measured): string {
  return `${Math.round(rate)}/s, ${describeTimes(times)}`
}

/** Middle and slowest. */
export function describeTimes(times: readonly number[]): string {
  return `p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms`
}

/** How long something took, in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The value below which a share of them lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Number(
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1),
  )
}

/** Waits. */
export function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

/** A log of a bench. */
export function keyOf(session: string, project = '-bench'): SessionKey {
  return { project, session }
}
