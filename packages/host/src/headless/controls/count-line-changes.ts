import { isObject } from '@antiphon/contract'
import { isUserMessage, type Message } from '@antiphon/core'

/** How many lines tools have added and removed, as far as the conversation still holds their results. */
export function countLineChanges(messages: readonly Message[]): {
  readonly added: number
  readonly removed: number
} {
  let added = 0
  let removed = 0
  for (const message of messages) {
    if (!isUserMessage(message) || !isObject(message.toolUseResult)) continue
    for (const line of listPatchLines(message.toolUseResult)) {
      if (line.startsWith('+')) added++
      if (line.startsWith('-')) removed++
    }
  }
  return { added, removed }
}

function listPatchLines({
  type,
  content,
  structuredPatch,
}: Readonly<Record<string, unknown>>): readonly string[] {
  if (type === 'create' && typeof content === 'string')
    return content
      .replace(/\n$/, '')
      .split('\n')
      .map(line => `+${line}`)
  if (!Array.isArray(structuredPatch)) return []
  return structuredPatch
    .flatMap(hunk => (isObject(hunk) && Array.isArray(hunk.lines) ? hunk.lines : []))
    .filter(line => typeof line === 'string')
}
