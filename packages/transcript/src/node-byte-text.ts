import { Buffer, isAscii } from 'node:buffer'
import type { ByteText } from '@antiphon/core/log'

/** Node's fast ways from bytes to text. */
export const NODE_BYTE_TEXT: ByteText = {
  decodeLatin1: (bytes, start, end) => toBuffer(bytes).toString('latin1', start, end),
  decodeUtf8: (bytes, start, end) => toBuffer(bytes).toString('utf8', start, end),
  isAscii: (bytes, start, end) => isAscii(bytes.subarray(start, end)),
  indexOf(bytes, needle, start, end) {
    const index = toBuffer(bytes.subarray(start, end)).indexOf(needle)
    return index === -1 ? -1 : start + index
  },
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
