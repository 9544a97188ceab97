/** What a plain reader makes of logs: each id once, the maximum of each field. It shares no code with the collector. */
export type PlainCount = { readonly answers: number; readonly sums: Readonly<Record<string, number>> }

export const PLAIN_FIELDS = [
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const

export function countPlainly(texts: readonly string[]): PlainCount {
  const maxima = new Map<string, Record<string, number>>()
  for (const text of texts)
    for (const line of text.split('\n'))
      for (const entry of parsePlainly(line)) {
        const told = entry.type === 'progress' ? entry.data?.message : entry
        const message = told?.message
        if (told?.type !== 'assistant' || told.isApiErrorMessage || typeof message?.usage !== 'object')
          continue
        if (message.usage === null || message.model === '<synthetic>') continue
        const id = message.id || `uuid:${told.uuid ?? entry.uuid}`
        const known = maxima.get(id) ?? {}
        for (const field of PLAIN_FIELDS)
          known[field] = Math.max(known[field] ?? 0, Number(message.usage[field] ?? 0))
        maxima.set(id, known)
      }
  const sums = Object.fromEntries(
    PLAIN_FIELDS.map(field => [
      field,
      [...maxima.values()].reduce((sum, known) => sum + (known[field] ?? 0), 0),
    ]),
  )
  return { answers: maxima.size, sums }
}

// biome-ignore lint/suspicious/noExplicitAny: a plain reader takes the line as it comes
type Plain = any

/** Some lines hold two entries whose newline was lost. */
function parsePlainly(line: string): readonly Plain[] {
  try {
    const entry = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? [entry] : []
  } catch {
    const parts = line.split('}{"')
    if (parts.length === 1) return []
    return parts.flatMap((part, index) =>
      parsePlainly(`${index === 0 ? '' : '{"'}${part}${index === parts.length - 1 ? '' : '}'}`),
    )
  }
}
