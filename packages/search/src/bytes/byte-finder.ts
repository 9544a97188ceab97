import type { ByteFinder, BytePattern } from './byte-pattern.ts'
import { createExpressionFinder } from './expression-finder.ts'
import { createVectorFinder, hasVectorFinder } from './vector-finder.ts'

/** A finder for little and for much: the fast one takes a while to make, and is made when it pays. */
export function createByteFinder(patterns: readonly BytePattern[]): ByteFinder {
  let isVector = hasVectorFinder(patterns)
  let finder = (isVector ? createVectorFinder(patterns) : undefined) ?? createExpressionFinder(patterns)
  let loadedBytes = 0
  return {
    load(bytes) {
      loadedBytes += bytes.length
      if (!isVector && loadedBytes > MANY_BYTES) {
        isVector = true
        finder = createVectorFinder(patterns) ?? finder
      }
      finder.load(bytes)
    },
    next: at => finder.next(at),
  }
}

// What an expression looks through in the time that it takes to make the other.
const MANY_BYTES = 1 << 19
