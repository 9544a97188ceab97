/** A queue that gives the greatest first. */
export interface Heap<T> {
  push(item: T): void
  pop(): T | undefined
  size(): number
}

/** `compare` is above zero where its first argument comes out first. */
export function createHeap<T>(compare: (one: T, other: T) => number): Heap<T> {
  const items: T[] = []

  function isBefore(one: number, other: number): boolean {
    const [first, second] = [items[one], items[other]]
    return first !== undefined && second !== undefined && compare(first, second) > 0
  }

  function swap(one: number, other: number): void {
    const [first, second] = [items[one], items[other]]
    if (first === undefined || second === undefined) return
    items[one] = second
    items[other] = first
  }

  return {
    push(item) {
      items.push(item)
      for (let at = items.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1
        if (!isBefore(at, parent)) return
        swap(at, parent)
        at = parent
      }
    },
    pop() {
      swap(0, items.length - 1)
      const top = items.pop()
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2]
        const child = isBefore(right, left) ? right : left
        if (!isBefore(child, at)) return top
        swap(child, at)
        at = child
      }
    },
    size: () => items.length,
  }
}
