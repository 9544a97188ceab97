/**
 * Why the page has no answer: it must sign in, what it asked for is not there, it cannot be done (the error's words say
 * why), nobody answers, the answer is no answer, or it has another shape than this page knows, as that of a server of
 * another version.
 */
export type Failure = (typeof FAILURES)[number]

const FAILURES = ['unauthorized', 'missing', 'refused', 'unreachable', 'broken', 'outdated'] as const

/** An error that carries why. */
export function createFailure(failure: Failure, words: string): Error {
  return Object.assign(new Error(words), { failure })
}

/** Why an error came; anything that the client did not make itself counts as nobody answering. */
export function readFailure(error: unknown): Failure {
  const failure = error instanceof Error && 'failure' in error ? error.failure : undefined
  return FAILURES.find(known => known === failure) ?? 'unreachable'
}

/** What the server itself said about it; empty where the page knows as much. */
export function readFailureWords(error: unknown): string {
  const failure = readFailure(error)
  return error instanceof Error && (failure === 'broken' || failure === 'refused') ? error.message : ''
}

/** The words of a refusal; empty where nobody answered, which the page says itself. */
export function readRefusal(error: unknown): string {
  return readFailure(error) !== 'unreachable' && error instanceof Error ? error.message : ''
}
