import { readFailure } from '../client/failure.ts'

/** The words of a refusal; empty where nobody answered, which the page says itself. */
export function describeRefusal(error: unknown): string {
  return readFailure(error) !== 'unreachable' && error instanceof Error ? error.message : ''
}
