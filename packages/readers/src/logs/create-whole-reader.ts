import type { JsonObject } from '@antiphon/contract'
import type { ForeignAgent } from '@antiphon/core/log'
import { beginChain, type ChainState, createEntryWriter, type EntryWriter } from '../entries/entry-writer.ts'
import type { AgentReader, FoundOriginals, Original, ReadItem, SessionHead } from '../reader.ts'
import { listThere } from './list-below.ts'

/** What a session that is written anew each time is told, and where it writes. */
export type WholeWork = {
  readonly original: Original
  readonly head: SessionHead
  readonly chain: ChainState
  readonly write: EntryWriter
  /** Says which fields every entry gets from here on. */
  readonly mark: (fields: () => JsonObject) => void
}

export type WholeTranslation = {
  readonly agent: ForeignAgent
  readonly version: number
  find(place: string): Promise<FoundOriginals>
  head(original: Original): Promise<SessionHead | null>
  /** Throws where nothing of the original can be read: the copy stays as it was. */
  read(work: WholeWork): void
  /** The files that a session needs beside its own. */
  beside?(original: Original): readonly string[]
  rows?(original: Original): Uint8Array | null
}

/** A reader of sessions that are written anew when something is said: all of one is translated, and what is the same stays. */
export function createWholeReader({
  agent,
  version,
  find,
  head: readHead,
  read,
  beside = () => [],
  rows = () => null,
}: WholeTranslation): AgentReader {
  return {
    agent,
    version,
    find,
    head: readHead,
    files: original => listThere(original, beside(original)),
    rows,
    async *read(original, head) {
      const items: ReadItem[] = []
      const chain = beginChain(head)
      let fields = (): JsonObject => ({})
      const write = createEntryWriter({
        ...{ agent, head, chain },
        emit: item => items.push(item),
        mark: () => fields(),
      })
      read({
        ...{ original, head, chain, write },
        mark(next) {
          fields = next
        },
      })
      yield* items
      return null
    },
  }
}
