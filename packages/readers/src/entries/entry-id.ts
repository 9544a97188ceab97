import { createHash } from 'node:crypto'

/** An id that is the same each time the same piece of the same session is translated. */
export function toEntryId(...names: readonly (string | number)[]): string {
  const hash = createHash('sha1').update(names.join('\0')).digest()
  // The bits that say: made of a name, by SHA-1 (RFC 9562, version 5).
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
