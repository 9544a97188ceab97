/** Texts one behind the other as UTF-8, in memory that grows. */
export interface ByteText {
  /** Appends a text and gives the place behind it. */
  append(text: string): number
  bytes(): Uint8Array
}

export function createByteText(): ByteText {
  let memory = new Uint8Array(4096)
  let end = 0

  function reserve(count: number): void {
    if (end + count <= memory.length) return
    const larger = new Uint8Array(Math.max(memory.length * 2, end + count))
    larger.set(memory.subarray(0, end))
    memory = larger
  }

  return {
    append(text) {
      reserve(text.length * MOST_BYTES)
      for (let index = 0; index < text.length; index++) {
        const unit = text.charCodeAt(index)
        if (unit > LAST_ASCII) {
          end += Buffer.from(memory.buffer).write(text.slice(index), end)
          return end
        }
        memory[end] = unit
        end += 1
      }
      return end
    },
    bytes: () => memory.slice(0, end),
  }
}

// Of one unit of UTF-16.
const MOST_BYTES = 3
const LAST_ASCII = 0x7f
