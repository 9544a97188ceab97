import { hash } from 'node:crypto'

/** An id that is the same each time the same piece of the same session is translated. */
export function toEntryId(...names: readonly (string | number)[]): string {
  const hex = hash('sha1', names.join('\0'), 'hex')
  // Version 5, made of a name by SHA-1, and the variant of all UUIDs (RFC 9562).
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3] ?? '8'
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
