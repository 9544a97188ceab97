/** The answers that are still being sent. */
export interface OpenStreams {
  /** What one more ends with: when its reader leaves, or with the server. Null where too many are open. */
  open(request: AbortSignal): AbortController | null
  count(): number
  /** Ends all of them. */
  close(): void
}

export function createOpenStreams({ limit }: { readonly limit: number }): OpenStreams {
  const stops = new Set<AbortController>()
  return {
    open(request) {
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
      return stop
    },
    count: () => stops.size,
    close() {
      for (const stop of stops) stop.abort()
    },
  }
}
