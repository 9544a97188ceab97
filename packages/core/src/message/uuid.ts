/** A message's identity: RFC 4122 text form in all that we write; foreign files may hold any string. */
export type UUID = string

/** A random version 4 UUID, in every runtime. */
export function randomUUID(): UUID {
  if (crypto.randomUUID) return crypto.randomUUID()
  // Browsers hide randomUUID on pages that are not served over HTTPS.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The uuid of part `index` of a split message: the same parent and index give the same uuid for ever. */
export function deriveUUID(parentUUID: UUID, index: number): UUID {
  const hex = index.toString(16).padStart(12, '0')
  return `${parentUUID.slice(0, 24)}${hex}`
}

/** Six base-36 characters for the label `[id:…]` by which a model refers to a message. */
export function deriveShortMessageId(uuid: UUID): string {
  const hex = uuid.replace(/-/g, '').slice(0, 10)
  return Number.parseInt(hex, 16).toString(36).slice(0, 6)
}
