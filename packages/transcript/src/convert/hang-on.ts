import type { Entry } from '@antiphon/core'

/** An entry that names nothing which is gone, but what that hung on. */
export function hangOn(entry: Entry, gone: ReadonlyMap<string, string | null>): Entry {
  const fields: Readonly<Record<string, unknown>> = entry
  const changed: Record<string, string | null> = {}
  for (const name of LINKS) {
    const link = fields[name]
    if (typeof link === 'string' && gone.has(link)) changed[name] = findLiving(link, gone)
  }
  return Object.keys(changed).length === 0 ? entry : ({ ...fields, ...changed } as Entry)
}

const LINKS = ['parentUuid', 'logicalParentUuid', 'leafUuid', 'sourceToolAssistantUUID'] as const

function findLiving(uuid: string, gone: ReadonlyMap<string, string | null>): string | null {
  const seen = new Set<string>()
  let link: string | null = uuid
  // A damaged log may hang on itself.
  while (link !== null && gone.has(link) && !seen.has(link)) {
    seen.add(link)
    link = gone.get(link) ?? null
  }
  return link !== null && gone.has(link) ? null : link
}
