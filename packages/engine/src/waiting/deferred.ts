/** A promise with its end in hand. */
export type Deferred = { readonly promise: Promise<void>; readonly resolve: () => void }

/** One that is still open. */
export function createDeferred(): Deferred {
  let resolve = (): void => {}
  const promise = new Promise<void>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}
