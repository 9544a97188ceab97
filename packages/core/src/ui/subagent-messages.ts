import { isObject } from '@antiphon/contract'
import { readArray, readString } from '../message/read-field.ts'

/**
 * Takes the messages of a subagent out of a log's progress, each once: versions repeat them in every
 * `agent_progress`, and a reader may have merged the subagent's own file, whose uuids are `known`.
 */
export function createSubagentMessages(known: Iterable<unknown>): (value: unknown) => readonly unknown[] {
  const seen = new Set(known)
  return value =>
    readNestedMessages(value).filter(message => {
      const uuid = readString(message, 'uuid')
      if (uuid !== undefined && seen.has(uuid)) return false
      seen.add(uuid)
      return true
    })
}

/** The messages that a progress message holds inside; none for any other value. */
export function readNestedMessages(value: unknown): readonly unknown[] {
  if (!isObject(value) || value.type !== 'progress' || !isObject(value.data)) return []
  const nested = [...readArray(value.data, 'normalizedMessages'), value.data.message]
  return nested.filter(message => isObject(message) && NESTED_TYPES.has(message.type))
}

const NESTED_TYPES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'attachment'])
