/** What a generator gave so far, and a way to wait for more that ends. */
export type Collector<Item> = {
  readonly items: readonly Item[]
  /** Resolves when what came satisfies `isEnough`; rejects after the bound, telling what came. */
  readonly until: (isEnough: (items: readonly Item[]) => boolean) => Promise<void>
  /** Resolves when the generator has ended. */
  readonly ended: Promise<void>
}

/** Takes everything from a generator as it comes. */
export function collectItems<Item>(source: AsyncIterable<Item>, boundMs = 20_000): Collector<Item> {
  const items: Item[] = []
  let onItem = (): void => {}
  const ended = (async () => {
    for await (const item of source) {
      items.push(item)
      onItem()
    }
  })()
  return {
    items,
    ended,
    until: isEnough =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(
            new Error(
              `waited ${boundMs} ms in vain; came: ${JSON.stringify(items.slice(-20)).slice(0, 2000)}`,
            ),
          )
        }, boundMs)
        const check = (): void => {
          if (!isEnough(items)) return
          clearTimeout(timer)
          resolve()
        }
        onItem = check
        ended.catch(reject)
        check()
      }),
  }
}
