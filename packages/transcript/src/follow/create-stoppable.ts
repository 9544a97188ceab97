/**
 * A generator that can be stopped while it waits. A plain one hears `return` only at its next item; here `return` and
 * the outer signal end the signal that the work is given, and with it the wait.
 */
export function createStoppable<Item>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => AsyncGenerator<Item, void, undefined>,
): AsyncGenerator<Item, void, undefined> {
  const stop = new AbortController()
  const items = run()
  const end = items.return.bind(items)
  const fail = items.throw.bind(items)
  return Object.assign(items, {
    return(): ReturnType<typeof end> {
      stop.abort()
      return end()
    },
    throw(error: unknown): ReturnType<typeof fail> {
      stop.abort()
      return fail(error)
    },
  })

  async function* run(): AsyncGenerator<Item, void, undefined> {
    const onAbort = (): void => stop.abort()
    if (signal?.aborted) return
    signal?.addEventListener('abort', onAbort)
    try {
      yield* work(stop.signal)
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }
}
