import type { ApiRequest } from '@antiphon/contract'
import { type Entry, encodeEntry } from '@antiphon/core'
import { log, uuidAt } from '@antiphon/core/testing/history-builder'
import { encodeLogId } from '@antiphon/server'
import type { ModelMessage, ModelView } from '@antiphon/server/protocol'
import { type ServedTree, setUpServedTree } from './server-kit.ts'

/** One session on a server, and what the model is sent of it. */
export type ModelKit = ServedTree & {
  /** The session's name for the page. */
  readonly id: () => string
  /** Writes the session anew. */
  readonly write: (content: readonly object[] | string) => string
  readonly viewAt: (question?: string) => Promise<ModelView>
  readonly requestAt: (question?: string) => Promise<ApiRequest>
}

/** The name of the session. */
export const KEY: { readonly project: string; readonly session: string } = { project: '-a', session: 's' }

/** A server of its own for each test. */
export function setUpModelKit(): ModelKit {
  const { tree, server } = setUpServedTree()
  const id = (): string => encodeLogId({ root: tree().root, key: KEY })
  return {
    tree,
    server,
    id,
    write: content => tree().write('-a/s.jsonl', content),
    viewAt: (question = '') => server().json(`/api/model?session=${id()}${question}`),
    requestAt: (question = '') => server().json(`/api/model/request?session=${id()}${question}`),
  }
}

/** Each message follows the one before it, unless it says otherwise. */
export function chain(...messages: readonly Readonly<Record<string, unknown>>[]): readonly Entry[] {
  return log(...messages).map(
    (message, index) =>
      ({
        parentUuid: index === 0 ? null : uuidAt(index - 1),
        sessionId: 's',
        ...message,
        // As loose as what a file may hold.
      }) as unknown as Entry,
  )
}

/** Where the entry at an index begins. */
export function seqOf(entries: readonly Entry[], index: number): number {
  return entries.slice(0, index).reduce((sum, entry) => sum + Buffer.byteLength(encodeEntry(entry)), 0)
}

/** What each message of a request says, other blocks by their type. */
export function wordsOf({
  messages,
}: {
  readonly messages: readonly Pick<ModelMessage, 'content'>[]
}): readonly string[] {
  return messages.map(({ content }) =>
    typeof content === 'string'
      ? content
      : content.map(block => ('text' in block ? String(block.text) : block.type)).join(' '),
  )
}
