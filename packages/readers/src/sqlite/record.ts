/** What a column holds. */
export type SqlValue = string | number | Buffer | null

/** A number of up to nine bytes, and where what follows it begins. */
export function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly next: number } {
  let value = 0
  for (let index = 0; index < 8; index++) {
    const byte = bytes[at + index] ?? 0
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, next: at + index + 1 }
  }
  return { value: value * 256 + (bytes[at + 8] ?? 0), next: at + 9 }
}

/** The columns of a record; only the first `most` where no more are asked for. */
export function readRecord(payload: Buffer, most: number = Number.POSITIVE_INFINITY): SqlValue[] {
  const head = readVarint(payload, 0)
  const values: SqlValue[] = []
  let at = head.value
  for (let next = head.next; next < head.value && values.length < most; ) {
    const type = readVarint(payload, next)
    next = type.next
    const length = lengthOf(type.value)
    values.push(readValue(payload, at, type.value, length))
    at += length
  }
  return values
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0] as const

function lengthOf(type: number): number {
  return type < INTEGER_BYTES.length ? (INTEGER_BYTES[type] ?? 0) : Math.floor((type - 12) / 2)
}

function readValue(bytes: Buffer, at: number, type: number, length: number): SqlValue {
  if (at + length > bytes.length) return null
  switch (type) {
    case 0:
      return null
    case 7:
      return bytes.readDoubleBE(at)
    case 8:
      return 0
    case 9:
      return 1
    case 6:
      return Number(bytes.readBigInt64BE(at))
    default:
      if (type < 6) return bytes.readIntBE(at, length)
      return type % 2 === 1 ? bytes.toString('utf8', at, at + length) : bytes.subarray(at, at + length)
  }
}
