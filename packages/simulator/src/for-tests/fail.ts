import { AssertionError } from 'node:assert'

/** Fails a test; the runner shows the message, and the place where `from` was called. */
export function fail(message: string, from: (...args: never[]) => unknown): never {
  throw new AssertionError({ message, stackStartFn: from })
}
