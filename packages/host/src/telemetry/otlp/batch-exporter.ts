/** Sends what comes in portions; who gives something to it never waits. */
export interface BatchExporter<T> {
  add(item: T): void
  /** Sends the rest. */
  close(): Promise<void>
}

export type BatchExporterOptions<T> = {
  readonly everyMs: number
  /** Takes a portion; it never throws. */
  readonly send: (items: readonly T[]) => Promise<unknown>
}

/** One portion is on its way at a time. While the collector is away what comes is dropped once there is too much of it. */
export function createBatchExporter<T>({ everyMs, send }: BatchExporterOptions<T>): BatchExporter<T> {
  let waiting: T[] = []
  let sending: Promise<unknown> | null = null
  let isClosed = false

  function flush(): void {
    if (sending || waiting.length === 0) return
    const portion = waiting.splice(0, PORTION)
    sending = send(portion).finally(() => {
      sending = null
      if (waiting.length >= PORTION && !isClosed) flush()
    })
  }

  const timer = setInterval(flush, everyMs).unref()
  return {
    add(item) {
      if (isClosed || waiting.length >= MOST) return
      waiting.push(item)
      if (waiting.length >= PORTION) flush()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await sending
      for (; waiting.length > 0; waiting = waiting.slice(PORTION)) await send(waiting.slice(0, PORTION))
    },
  }
}

/** As the SDKs of OpenTelemetry have it. */
const PORTION = 512
const MOST = 2048
