/** Work that may rest at each `yield`. */
export type Steps<T> = Generator<void, T, undefined>

/** Does all of it without a rest. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
