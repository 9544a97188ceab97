import { readText } from '../message/read-field.ts'

/** An entry that was read from the log. */
export type KnownEntry = { readonly entry: object }

/** Which of some messages the log has, by their uuids: as entries, or as words that the model was told while it worked. */
export function findStored(uuids: readonly string[], entries: readonly KnownEntry[]): ReadonlySet<string> {
  const wanted = new Set(uuids)
  const found = new Set<string>()
  // What was said moments ago stands near the end.
  for (let at = entries.length - 1; at >= 0 && found.size < wanted.size; at -= 1) {
    const entry = entries[at]?.entry
    const attachment = entry && 'attachment' in entry ? entry.attachment : undefined
    for (const uuid of [readText(entry, 'uuid'), readText(attachment, 'source_uuid')])
      if (uuid !== undefined && wanted.has(uuid)) found.add(uuid)
  }
  return found
}
