import { createBody, type Heartbeat } from './create-body.ts'

/** The answers that are still being sent. */
export interface OpenStreams {
  /** A body that is made as it is read; null where too many are open. */
  open(options: StreamOptions): ReadableStream<Uint8Array> | null
  count(): number
  /** Ends all of them. */
  close(): void
}

export type StreamOptions = {
  /** Its signal ends with the reader, or with the server. */
  readonly make: (signal: AbortSignal) => AsyncGenerator<string, void, undefined>
  /** Aborted when the one who asked is gone. */
  readonly request: AbortSignal
  /** What the reader is told where making it fails. */
  readonly formatFailure: (error: unknown) => string
  readonly heartbeat?: Heartbeat
}

export function createOpenStreams({ limit }: { readonly limit: number }): OpenStreams {
  const stops = new Set<AbortController>()
  return {
    open({ make, request, ...options }) {
      if (stops.size >= limit) return null
      const stop = new AbortController()
      const leave = (): void => stop.abort()
      stops.add(stop)
      stop.signal.addEventListener('abort', () => {
        stops.delete(stop)
        request.removeEventListener('abort', leave)
      })
      request.addEventListener('abort', leave)
      if (request.aborted) leave()
      return createBody(make(stop.signal), { stop, ...options })
    },
    count: () => stops.size,
    close() {
      for (const stop of stops) stop.abort()
    },
  }
}
