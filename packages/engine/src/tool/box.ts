/** A value that may be read and set by several. */
export interface Box<T> {
  get(): T
  set(value: T): void
}

/** A box with something in it. */
export function createBox<T>(initial: T): Box<T> {
  let value = initial
  return {
    get: () => value,
    set(next) {
      value = next
    },
  }
}
