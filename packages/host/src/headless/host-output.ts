import { encodeWireEvent, type WireEvent } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import type { WireResultEvent } from '@antiphon/core/wire'
import { safeJson } from '@antiphon/core/wire'
import type { Output } from '../io.ts'

/** How a run is printed. */
export type OutputFormat = 'text' | 'json' | 'stream-json'

/** Where the events of a run go. */
interface HostOutput {
  write(event: WireEvent): Promise<void>
  /** Prints what waits for the end. */
  end(): Promise<void>
}

type HostOutputOptions = {
  readonly format: OutputFormat
  readonly stdout: Output
  /** `json` gives all events instead of the last result. */
  readonly isVerbose: boolean
}

/** Every event as a line, or at the end the last result: as JSON, or its words alone. */
export function createHostOutput({ format, stdout, isVerbose }: HostOutputOptions): HostOutput {
  if (format === 'stream-json')
    return { write: event => stdout.write(encodeHostEvent(event)), end: async () => {} }
  const kept: WireEvent[] = []
  let result: WireResultEvent | null = null
  return {
    async write(event) {
      if (event.type === 'result') result = event
      if (format === 'json' && isVerbose) kept.push(event)
    },
    async end() {
      if (result === null) return
      if (format === 'json') await stdout.write(`${safeJson(isVerbose ? kept : result)}\n`)
      else if (result.subtype === 'success' && !result.is_error)
        await stdout.write(`${stdout.isTerminal ? stripControl(result.result) : result.result}\n`)
    },
  }
}

/** An event as a line. What the other side keeps or gives back to be done must be all of it; the rest is for reading, and may be cut. */
export function encodeHostEvent(event: WireEvent): string {
  const isKeptWhole = event.type === 'control_request' || event.type === 'transcript_mirror'
  return encodeWireEvent(event, isKeptWhole ? { maxLineBytes: Number.POSITIVE_INFINITY } : {})
}
