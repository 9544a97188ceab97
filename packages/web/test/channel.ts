/** Tells everybody who listens; what is told before somebody listens is not heard. */
export type Channel<T> = {
  readonly tell: (value: T) => void
  /** Hears from this call on, until the signal. */
  readonly listen: (signal: AbortSignal) => AsyncIterable<T>
}

export function createChannel<T>(): Channel<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    tell(value) {
      for (const listener of listeners) listener(value)
    },
    listen(signal) {
      const heard: T[] = []
      let wake: () => void = () => undefined
      const listener = (value: T): void => {
        heard.push(value)
        wake()
      }
      listeners.add(listener)
      signal.addEventListener('abort', () => {
        listeners.delete(listener)
        wake()
      })
      return drain(heard, signal, onWake => {
        wake = onWake
      })
    },
  }
}

async function* drain<T>(
  heard: T[],
  signal: AbortSignal,
  onWake: (wake: () => void) => void,
): AsyncGenerator<T> {
  while (!signal.aborted) {
    for (let next = heard.shift(); next !== undefined; next = heard.shift()) yield next
    await new Promise<void>(resolve => {
      onWake(resolve)
      if (heard.length > 0 || signal.aborted) resolve()
    })
  }
}
