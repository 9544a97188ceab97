/** What has to be closed again, the last first. */
export interface OpenedThings {
  add(close: () => Promise<void>): void
  close(): Promise<void>
}

/** Closes each once; one that fails does not keep the others open, and its error is told at the end. */
export function createOpenedThings(): OpenedThings {
  const closers: (() => Promise<void>)[] = []
  return {
    add: close => void closers.push(close),
    async close() {
      const failures: unknown[] = []
      for (let close = closers.pop(); close; close = closers.pop())
        await close().catch(error => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}
