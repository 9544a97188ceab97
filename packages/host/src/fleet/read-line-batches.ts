import type { FileHandle } from 'node:fs/promises'

export type LineBatchOptions = {
  readonly from: number
  readonly to: number
  /** Also what stands behind the last newline. */
  readonly hasLastLine: boolean
}

/** The lines of a stretch of a file with their newlines, some at a time: memory is bounded by a batch and the longest line. */
export async function* readLineBatches(
  file: FileHandle,
  { from, to, hasLastLine }: LineBatchOptions,
): AsyncGenerator<readonly Buffer[], void, undefined> {
  let parts: Buffer[] = []
  let batch: Buffer[] = []
  let [place, size] = [from, 0]
  while (place < to) {
    const { buffer, bytesRead } = await file.read(
      Buffer.allocUnsafe(CHUNK_BYTES),
      0,
      Math.min(CHUNK_BYTES, to - place),
      place,
    )
    if (bytesRead === 0) break
    place += bytesRead
    const chunk = buffer.subarray(0, bytesRead)
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const last = chunk.subarray(start, end + 1)
      const line = parts.length === 0 ? last : Buffer.concat([...parts, last])
      parts = []
      start = end + 1
      batch.push(line)
      size += line.length
      if (size < BATCH_BYTES && batch.length < BATCH_LINES) continue
      yield batch
      batch = []
      size = 0
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  }
  if (hasLastLine && parts.length > 0) batch.push(Buffer.concat(parts))
  if (batch.length > 0) yield batch
}

const NEWLINE = 0x0a
const CHUNK_BYTES = 256 * 1024
const BATCH_BYTES = 1024 * 1024
const BATCH_LINES = 1000
