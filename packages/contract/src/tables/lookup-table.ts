/** A table without a prototype: a hostile key such as `constructor` finds nothing in it. */
export function lookupTable<T extends object>(entries: T): Readonly<T> {
  return Object.freeze(Object.assign(Object.create(null), entries))
}
