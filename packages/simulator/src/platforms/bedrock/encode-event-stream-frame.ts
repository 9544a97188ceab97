import { crc32 } from 'node:zlib'

/**
 * A message of the AWS event stream: lengths and their checksum, headers, payload, checksum of all of it. Every
 * number is big-endian; every header here is a string.
 */
export function encodeEventStreamFrame(
  headers: Readonly<Record<string, string>>,
  payload: Uint8Array,
): Uint8Array {
  const head = Buffer.concat(Object.entries(headers).map(encodeHeader))
  const frame = Buffer.alloc(PRELUDE_BYTES + head.length + payload.length + CHECKSUM_BYTES)
  frame.writeUInt32BE(frame.length, 0)
  frame.writeUInt32BE(head.length, 4)
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8)
  frame.set(head, PRELUDE_BYTES)
  frame.set(payload, PRELUDE_BYTES + head.length)
  const end = frame.length - CHECKSUM_BYTES
  frame.writeUInt32BE(crc32(frame.subarray(0, end)), end)
  return frame
}

const PRELUDE_BYTES = 12
const CHECKSUM_BYTES = 4
const STRING_HEADER = 7

function encodeHeader([name, value]: readonly [string, string]): Uint8Array {
  const nameBytes = Buffer.from(name)
  const valueBytes = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(valueBytes.length)
  return Buffer.concat([Buffer.of(nameBytes.length), nameBytes, Buffer.of(STRING_HEADER), length, valueBytes])
}
