import { EventStreamCodec } from '@smithy/eventstream-codec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeEventStreamFrame } from './encode-event-stream-frame.ts'

const codec = new EventStreamCodec(
  bytes => new TextDecoder().decode(bytes),
  text => new TextEncoder().encode(text),
)

describe('encodeEventStreamFrame', () => {
  it('makes frames that the codec of the official client reads back', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1, maxLength: 30 }),
          fc.string({ unit: 'binary', maxLength: 60 }),
        ),
        fc.uint8Array({ maxLength: 400 }),
        (headers, payload) => {
          const { headers: read, body } = codec.decode(encodeEventStreamFrame(headers, payload))
          expect(Object.entries(read).map(([name, { type, value }]) => [name, type, value])).toEqual(
            Object.entries(headers).map(([name, value]) => [name, 'string', value]),
          )
          expect(Buffer.from(body)).toEqual(Buffer.from(payload))
        },
      ),
    )
  })

  it('is told from a frame in which any byte has changed', () => {
    const frame = encodeEventStreamFrame({ ':event-type': 'chunk' }, Buffer.from('{"bytes":"e30="}'))
    for (const index of frame.keys()) {
      const broken = Uint8Array.from(frame)
      broken[index] = (broken[index] ?? 0) ^ 1
      expect(() => codec.decode(broken), `byte ${index}`).toThrow()
    }
  })
})
