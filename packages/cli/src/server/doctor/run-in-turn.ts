import { setImmediate } from 'node:timers/promises'

/** Does work step by step: whoever waits is served between two steps. */
export async function runInTurn<T>(steps: Generator<void, T, undefined>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}
