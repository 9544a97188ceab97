import { isObject } from '@antiphon/contract'
import type { AnswerPlace } from '../protocol/numbers-protocol.ts'
import type { PlacedLine } from './read-log-entries.ts'

/** Remembers where each answer begins. */
export interface AnswerPlaces {
  add(line: PlacedLine): void
  /** By the answer's id, as the reports name it. */
  find(answer: string): AnswerPlace | null
}

/** `id` is the log's. */
export function createAnswerPlaces(id: string): AnswerPlaces {
  const places = new Map<string, AnswerPlace>()
  return {
    add({ seq, entry }) {
      if (entry.type !== 'assistant') return
      const fields: Readonly<Record<string, unknown>> = entry
      const uuid = typeof fields.uuid === 'string' ? fields.uuid : null
      const message = isObject(fields.message) ? fields.message : {}
      // What has no id of its own is named by its line.
      for (const name of [message.id, uuid, `uuid:${uuid}`])
        if (typeof name === 'string' && !places.has(name)) places.set(name, { id, uuid, seq })
    },
    find: answer => places.get(answer) ?? null,
  }
}
