import { isObject } from '../message/json.ts'
import { readArray, readString } from '../message/read-field.ts'

/**
 * Takes the messages of a subagent out of a log's progress, each once: versions repeat them in every
 * `agent_progress`, and a reader may have merged the subagent's own file, whose uuids are `known`.
 */
export function createSubagentMessages(known: Iterable<unknown>): (value: unknown) => readonly unknown[] {
  const seen = new Set(known)
  return value => {
    if (!isObject(value) || value.type !== 'progress' || !isObject(value.data)) return []
    const nested = [...readArray(value.data, 'normalizedMessages'), value.data.message]
    return nested.filter(message => {
      if (!isObject(message) || !NESTED_TYPES.has(message.type)) return false
      const uuid = readString(message, 'uuid')
      if (uuid !== undefined && seen.has(uuid)) return false
      seen.add(uuid)
      return true
    })
  }
}

const NESTED_TYPES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'attachment'])
