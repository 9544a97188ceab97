import { isObject } from '@antiphon/contract'
import {
  type ApiViewMessage,
  buildConversation,
  createAssistantMessage,
  createUserMessage,
  type Entry,
  getMessagesAfterCompactBoundary,
  NO_RESPONSE_REQUESTED,
  type Repair,
  type TranscriptEntry,
} from '@antiphon/core'
import { checkStored, computeRequest } from '@antiphon/core/inspect'
import { isTranscriptEntry } from '@antiphon/core/log'
import type { ReportSessionLoss } from './session-loss.ts'
import { setMetaApart } from './set-meta-apart.ts'

/**
 * Makes what a model is to read of a log such that it can be sent without any repair. Mostly it can; where the API would
 * refuse it, the messages of the model's view stand in its place, and everything before the last compaction stays as it is.
 */
export function mendContext(entries: readonly Entry[], report: ReportSessionLoss): readonly Entry[] {
  const { messages } = buildConversation(entries)
  const live = getMessagesAfterCompactBoundary(messages)
  if (isSendable(live)) return entries
  const [boundary] = live
  const isBoundary = boundary?.type === 'system' && boundary.subtype === 'compact_boundary'
  const past = new Set<unknown>(messages.slice(0, messages.length - live.length))
  if (isBoundary) past.add(boundary)
  const kept = entries.filter(entry => isKept(entry, past)).map(withoutPreserved)
  const chain = { live, root: isBoundary ? boundary.uuid : null, taken: listAnswerIds(kept) }
  const { mended, repairs } = rewrite(chain)
  tellRepairs(repairs, report)
  tellLeft(entries, { past, live }, report)
  return [...kept, ...mended]
}

/** What is sent of a log has a prompt behind it. */
function isSendable(live: readonly TranscriptEntry[]): boolean {
  const history = [...live, NEXT_PROMPT]
  const { request, target } = computeRequest(history)
  return checkStored(history, request, target).length === 0
}

const NEXT_WORDS = 'What comes next.'

const NEXT_PROMPT = {
  ...createUserMessage({ content: [{ type: 'text', text: NEXT_WORDS }] }),
  parentUuid: null,
} as unknown as TranscriptEntry

type Rewritten = { readonly mended: readonly Entry[]; readonly repairs: readonly Repair[] }

/** A turn that paused for a tool of the API's takes no prompt: where nothing else helps, an answer ends it. */
function rewrite(chain: Chain): Rewritten {
  const open = rewriteWith(chain, [])
  if (isSendable(open.mended as readonly TranscriptEntry[])) return open
  return rewriteWith(chain, [createAssistantMessage({ content: NO_RESPONSE_REQUESTED }) as TranscriptEntry])
}

function rewriteWith(chain: Chain, ending: readonly TranscriptEntry[]): Rewritten {
  const { view, repairs } = computeRequest([...chain.live, ...ending, NEXT_PROMPT])
  const joined = withoutNextPrompt(view)
  const apart = toChain(setMetaApart(joined, chain.live), chain)
  return { mended: isSendable(apart as readonly TranscriptEntry[]) ? apart : toChain(joined, chain), repairs }
}

function withoutNextPrompt(view: readonly ApiViewMessage[]): readonly ApiViewMessage[] {
  const last = view.at(-1)
  if (last?.type !== 'user') return view
  const content = (last.message.content as readonly Fields[]).filter(({ text }) => text !== NEXT_WORDS)
  const kept = { ...last, message: { ...last.message, content } } as unknown as ApiViewMessage
  return content.length === 0 ? view.slice(0, -1) : [...view.slice(0, -1), kept]
}

function isKept(entry: Entry, past: ReadonlySet<unknown>): boolean {
  return !isTranscriptEntry(entry) || entry.isSidechain === true || past.has(entry)
}

function tellRepairs(repairs: readonly Repair[], report: ReportSessionLoss): void {
  for (const { rule, action, uuid, detail } of repairs)
    report({ rule: 'mended', action: LOSS_ACTIONS[action], uuid, detail: `${rule}: ${detail}` })
}

const LOSS_ACTIONS = {
  omitted: 'dropped',
  removed: 'dropped',
  inserted: 'added',
  replaced: 'replaced',
  moved: 'replaced',
  renamed: 'replaced',
  edited: 'replaced',
  merged: 'replaced',
} as const satisfies Record<Repair['action'], string>

type Parts = { readonly past: ReadonlySet<unknown>; readonly live: readonly TranscriptEntry[] }

function tellLeft(entries: readonly Entry[], { past, live }: Parts, report: ReportSessionLoss): void {
  const isLive = new Set<unknown>(live)
  for (const entry of entries)
    if (isTranscriptEntry(entry) && !isKept(entry, past) && !isLive.has(entry))
      report({ rule: 'beside', action: 'dropped', uuid: entry.uuid ?? null, detail: entry.type })
}

/** What a compaction kept stands behind it now, once. */
function withoutPreserved(entry: Entry): Entry {
  const { compactMetadata }: Fields = entry
  if (!isObject(compactMetadata)) return entry
  const { preservedSegment: _, preservedMessages: __, ...rest } = compactMetadata
  return { ...entry, compactMetadata: rest } as Entry
}

type Fields = Readonly<Record<string, unknown>>

function listAnswerIds(entries: readonly Fields[]): ReadonlySet<unknown> {
  return new Set(
    entries.flatMap(entry =>
      entry.type === 'assistant' && isObject(entry.message) ? (entry.message.id ?? []) : [],
    ),
  )
}

type Chain = {
  readonly live: readonly TranscriptEntry[]
  readonly root: string | null
  /** Answers of the past: one that shared its id would be taken for a part of it. */
  readonly taken: ReadonlySet<unknown>
}

function toChain(view: readonly ApiViewMessage[], { live, root, taken }: Chain): readonly Entry[] {
  const byUuid = new Map(live.map(message => [message.uuid, message]))
  let parentUuid = root
  let envelope: Fields = live.find(isTranscriptEntry) ?? {}
  return view.map(message => {
    const source = byUuid.get(message.uuid)
    if (source) envelope = source
    const isWhole = source !== undefined && 'message' in source && source.message === message.message
    const around = withoutPayload(envelope, isWhole)
    const entry = { ...around, ...message, ...toStored(message, taken), parentUuid, isSidechain: false }
    parentUuid = message.uuid
    return entry as unknown as Entry
  })
}

/** What a tool returned, and where an entry is from, is true of a message that is as it was. */
function withoutPayload(envelope: Fields, isWhole: boolean): Fields {
  const { message: _, attachment: __, toolUseResult, forkedFrom, ...around } = envelope
  if (!isWhole) return around
  return {
    ...around,
    ...(toolUseResult !== undefined && { toolUseResult }),
    ...(forkedFrom !== undefined && { forkedFrom }),
  }
}

function toStored(message: ApiViewMessage, taken: ReadonlySet<unknown>): Fields | null {
  // A turn of the program's own would be nobody's in a log.
  if (message.type === 'system')
    return { type: 'user', isMeta: true, message: { ...message.message, role: 'user' } }
  if (message.type === 'user' || !taken.has(message.message.id)) return null
  return { message: { ...message.message, id: `${message.message.id}_live` } }
}
