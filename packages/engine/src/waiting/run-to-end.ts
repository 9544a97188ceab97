/** The result of steps that nobody listens to. */
export async function runToEnd<Result>(steps: AsyncGenerator<unknown, Result, undefined>): Promise<Result> {
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value
  }
}
