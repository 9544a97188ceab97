import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** Collects the head of a stream as text and lets the rest pass by. */
export interface BoundedText {
  text(): string
}

/** Reads a stream to its end, whatever its length, and keeps `maxBytes` of it. */
export function collectText(stream: Readable, maxBytes: number): BoundedText {
  const decoder = new StringDecoder('utf8')
  const parts: string[] = []
  let left = maxBytes
  stream.on('data', (chunk: Buffer) => {
    if (left <= 0) return
    parts.push(decoder.write(chunk.subarray(0, left)))
    left -= chunk.length
  })
  // A pipe that breaks ends; what came before is what there is.
  stream.on('error', () => {})
  return { text: () => parts.join('') }
}
