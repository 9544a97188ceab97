/** Which kind of block a key stands for. */
export const PART_KIND = { text: 1, thinking: 2, call: 3, id: 4 } as const

/**
 * A number by which a block of an answer is known again: from its kind, its length and how it begins. `head` holds at
 * least its beginning. It is cheap to make for each of many blocks, and can be told from JSON without parsing it; two
 * blocks of one answer that begin alike and are equally long count as one, so that what is added up is a lower bound.
 */
export function toPartKey(kind: number, head: string, length: number): number {
  let hash = 0x811c_9dc5 ^ kind
  for (let index = 0; index < head.length && index < HEAD_LENGTH; index++) {
    const code = head.charCodeAt(index)
    if (code < SPACE || code > TILDE || code === QUOTE || code === BACKSLASH) break
    hash = Math.imul(hash ^ code, 0x0100_0193)
  }
  return (hash >>> 0) * LENGTHS + (length % LENGTHS)
}

/** How much of a block's beginning counts, if nothing before that needs an escape in JSON. */
export const HEAD_LENGTH = 64

const LENGTHS = 2 ** 21
const [SPACE, TILDE, QUOTE, BACKSLASH] = [0x20, 0x7e, 0x22, 0x5c] as const
