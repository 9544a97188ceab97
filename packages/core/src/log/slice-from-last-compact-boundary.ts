import { isCompactBoundaryMessage } from '../message/message-guards.ts'

/** The live context: the last compact boundary and what follows it; everything if there was no compaction. */
export function sliceFromLastCompactBoundary<T>(messages: readonly T[]): readonly T[] {
  const boundary = messages.findLastIndex(isCompactBoundaryMessage)
  return boundary === -1 ? messages : messages.slice(boundary)
}

/** The live context without the boundary itself. */
export function getMessagesAfterCompactBoundary<T>(messages: readonly T[]): readonly T[] {
  const boundary = messages.findLastIndex(isCompactBoundaryMessage)
  return boundary === -1 ? messages : messages.slice(boundary + 1)
}
