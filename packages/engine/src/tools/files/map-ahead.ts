/** Works on several items at a time and gives what came of them in their order; whoever stops waits for the rest. */
export async function* mapAhead<Item, Result>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const running: Promise<Result>[] = []
  try {
    for await (const item of items) {
      const result = work(item)
      // It is waited for later: until then nobody would hear of its failure.
      result.catch(() => {})
      running.push(result)
      if (running.length < TOGETHER) continue
      const first = running.shift()
      if (first !== undefined) yield await first
    }
    for (let next = running.shift(); next !== undefined; next = running.shift()) yield await next
  } finally {
    await Promise.allSettled(running)
  }
}

const TOGETHER = 16
