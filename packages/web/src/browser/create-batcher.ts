/** Collects values and hands them over together, at most so often: a burst costs one redraw. The first may go sooner. */
export function createBatcher<T>(
  take: (values: readonly T[]) => void,
  everyMs: number,
  firstMs: number = everyMs,
): { readonly add: (value: T) => void; readonly flush: () => void } {
  let waiting: T[] = []
  let wait = firstMs
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const values = waiting
    wait = everyMs
    waiting = []
    take(values)
  }
  return {
    add(value) {
      waiting.push(value)
      timer ??= setTimeout(flush, wait)
    },
    flush,
  }
}
