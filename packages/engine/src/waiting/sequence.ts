/** Runs one piece of work after the other, whoever asks; one that fails does not hold up the next. */
type Sequence = <T>(work: () => Promise<T>) => Promise<T>

/** A sequence without work. */
export function createSequence(): Sequence {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}
