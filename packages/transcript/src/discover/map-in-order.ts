/**
 * What `work` makes of each item, in the order of the items, with at most `limit` at work. Who stops asking stops the
 * work: what has begun ends, nothing more begins. `work` must not throw.
 */
export async function* mapInOrder<T, R>(
  items: Iterable<T>,
  { limit, work }: { readonly limit: number; readonly work: (item: T) => Promise<R> },
): AsyncGenerator<R, void, undefined> {
  const running: Promise<R>[] = []
  try {
    for (const item of items) {
      running.push(work(item))
      if (running.length < limit) continue
      const next = running.shift()
      if (next) yield await next
    }
    for (let next = running.shift(); next; next = running.shift()) yield await next
  } finally {
    await Promise.allSettled(running)
  }
}
