/** A line without its newline. `bytes` is null where the line was too long to keep; `size` is its length then too. */
export type ByteLine = {
  /** Counted from 1, blank lines too. */
  readonly line: number
  readonly offset: number
  readonly size: number
  readonly bytes: Uint8Array | null
  /** The first bytes of a line that was too long to keep. */
  readonly head: Uint8Array
  /** False for a last line that no newline closed. */
  readonly closed: boolean
}

export interface LineSplitter {
  push(chunk: Uint8Array | string): readonly ByteLine[]
  /** The rest after the last newline, if there is any. */
  end(): readonly ByteLine[]
}

/** Cuts bytes that arrive in any pieces into lines at `\n`, and never holds more than `maxLineBytes` of one. */
export function createLineSplitter(maxLineBytes: number): LineSplitter {
  const buffer = createByteBuffer(maxLineBytes)
  const encoder = createChunkEncoder()
  let line = 1
  let offset = 0

  function take(closed: boolean): ByteLine {
    const size = buffer.size()
    const kept = buffer.take()
    const isWhole = size <= maxLineBytes
    const taken = {
      line,
      offset,
      size,
      bytes: isWhole ? kept : null,
      head: kept.subarray(0, HEAD_BYTES),
      closed,
    }
    line++
    offset += size + 1
    return taken
  }

  function split(bytes: Uint8Array): readonly ByteLine[] {
    const lines: ByteLine[] = []
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      buffer.append(bytes.subarray(start, end))
      lines.push(take(true))
      start = end + 1
    }
    buffer.append(bytes.subarray(start))
    return lines
  }

  return {
    push: chunk => split(encoder.encode(chunk)),
    end() {
      const lines = split(encoder.flush())
      return buffer.size() === 0 ? lines : [...lines, take(false)]
    },
  }
}

const NEWLINE = 0x0a
const HEAD_BYTES = 512
const NOTHING = new Uint8Array(0)

/** Turns string chunks into bytes; a surrogate pair that two chunks share becomes one character. */
function createChunkEncoder(): {
  readonly encode: (chunk: Uint8Array | string) => Uint8Array
  readonly flush: () => Uint8Array
} {
  const encoder = new TextEncoder()
  let half = ''

  function flush(): Uint8Array {
    const bytes = half === '' ? NOTHING : encoder.encode(half)
    half = ''
    return bytes
  }

  function encode(chunk: Uint8Array | string): Uint8Array {
    if (typeof chunk !== 'string') return half === '' ? chunk : concatenate(flush(), chunk)
    if (chunk === '') return NOTHING
    const text = half + chunk
    half = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : ''
    return encoder.encode(half === '' ? text : text.slice(0, -1))
  }

  return { encode, flush }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

type ByteBuffer = {
  readonly append: (bytes: Uint8Array) => void
  readonly size: () => number
  readonly take: () => Uint8Array
}

/** Grows by doubling; past `limit` it counts bytes and keeps only the head. */
function createByteBuffer(limit: number): ByteBuffer {
  let store = NOTHING
  let size = 0

  function reserve(needed: number): void {
    if (needed <= store.length) return
    const grown = new Uint8Array(Math.max(needed, Math.min(2 * store.length, limit)))
    grown.set(store)
    store = grown
  }

  return {
    append(bytes) {
      const room = Math.max(limit, HEAD_BYTES) - size
      const kept = room > 0 ? bytes.subarray(0, room) : NOTHING
      if (kept.length > 0) {
        reserve(size + kept.length)
        store.set(kept, size)
      }
      size += bytes.length
      if (size > limit && store.length > HEAD_BYTES) store = store.slice(0, HEAD_BYTES)
    },
    size: () => size,
    take() {
      const taken = store.subarray(0, Math.min(size, store.length))
      store = NOTHING
      size = 0
      return taken
    },
  }
}
