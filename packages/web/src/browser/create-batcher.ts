/** Collects values and hands them over together, at most so often: a burst costs one redraw. */
export function createBatcher<T>(
  take: (values: readonly T[]) => void,
  everyMs: number,
): { readonly add: (value: T) => void; readonly flush: () => void } {
  let waiting: T[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const values = waiting
    waiting = []
    take(values)
  }
  return {
    add(value) {
      waiting.push(value)
      timer ??= setTimeout(flush, everyMs)
    },
    flush,
  }
}
