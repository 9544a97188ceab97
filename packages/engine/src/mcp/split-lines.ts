/**
 * Cuts bytes that come in pieces into lines and gives each to `onLine`; null, once and as the last, when a line gets
 * too long. Each byte is looked at once: the SDK's own buffer looks at all it has with each piece.
 */
export function splitLines(maxBytes: number, onLine: (line: string | null) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = []
  let size = 0
  let isOver = false
  return chunk => {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1 && !isOver; end = chunk.indexOf(LINE_FEED, start)) {
      const line = Buffer.concat([...pieces, chunk.subarray(start, end)]).toString('utf8')
      pieces = []
      size = 0
      start = end + 1
      if (line.trim() !== '') onLine(line)
    }
    pieces.push(chunk.subarray(start))
    size += chunk.length - start
    if (isOver || size <= maxBytes) return
    isOver = true
    pieces = []
    onLine(null)
  }
}

const LINE_FEED = 0x0a
