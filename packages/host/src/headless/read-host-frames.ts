import type { Readable } from 'node:stream'
import { parseStreamJson } from '@antiphon/core'
import { type HostFrame, toHostFrame } from './host-frame.ts'

/** The host's frames until its input ends, or until nobody wants to hear more. */
export async function* readHostFrames(
  stdin: Readable,
  signal: AbortSignal,
): AsyncGenerator<HostFrame, void, undefined> {
  const stop = (): void => void stdin.destroy()
  signal.addEventListener('abort', stop)
  try {
    if (signal.aborted) return
    for await (const line of parseStreamJson(stdin)) yield toHostFrame(line)
  } catch (error) {
    // An input that breaks off is one that ended; what came until then counts.
    if (!signal.aborted) yield { kind: 'bad', reason: `the input broke off (${String(error)})` }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
