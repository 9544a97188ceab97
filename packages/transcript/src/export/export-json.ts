import { encodeEntry, type TranscriptEntry } from '@antiphon/core'
import { computeExportHeader, type ExportOptions, type ExportSource } from './export-header.ts'
import { withoutThinking } from './without-thinking.ts'

/**
 * A session as one JSON document, piece by piece, since a long one may be longer than a string can be: the header, then
 * `messages`, `subagents` and `branches` with every entry as it is stored.
 */
export function* exportJson(source: ExportSource, options: ExportOptions): Generator<string> {
  const { conversation, subagents } = source
  const chosen = (messages: readonly TranscriptEntry[]): readonly TranscriptEntry[] =>
    options.hasThinking ? messages : withoutThinking(messages)
  const header = JSON.stringify(computeExportHeader(source), null, 2)
  yield `${header.slice(0, header.lastIndexOf('\n}'))},\n  "messages": [`
  yield* formatMessages(chosen(conversation.messages))
  yield '],\n  "subagents": ['
  yield* formatGroups(
    subagents.map(({ agentId, messages }) => ({ head: { agentId }, messages: chosen(messages) })),
  )
  yield ']'
  if (options.hasBranches) {
    yield ',\n  "branches": ['
    yield* formatGroups(
      conversation.branches.map(({ forkUuid, leafUuid, messages }) => ({
        head: { forkUuid, leafUuid },
        messages: chosen(messages),
      })),
    )
    yield ']'
  }
  yield '\n}\n'
}

type Group = { readonly head: object; readonly messages: readonly TranscriptEntry[] }

function* formatGroups(groups: readonly Group[]): Generator<string> {
  for (const [index, { head, messages }] of groups.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(head).slice(0, -1)},"messages":[`
    yield* formatMessages(messages)
    yield ']}'
  }
}

function* formatMessages(messages: readonly TranscriptEntry[]): Generator<string> {
  let separator = '\n'
  for (const message of messages) {
    yield separator + encodeEntry(message).trimEnd()
    separator = ',\n'
  }
}
