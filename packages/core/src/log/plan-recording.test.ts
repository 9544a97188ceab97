import { describe, expect, it } from 'vitest'
import { createAssistantMessage } from '../message/assistant-message.ts'
import { createAttachmentMessage } from '../message/attachment-message.ts'
import { createCompactBoundaryMessage, createSystemMessage } from '../message/create-system-message.ts'
import type { AnyMessage } from '../message/message.ts'
import { createProgressMessage } from '../message/progress-message.ts'
import { createTombstoneMessage, createToolUseSummaryMessage } from '../message/signal.ts'
import { createUserMessage } from '../message/user-message.ts'
import { uuidsOf } from '../testing/log-builder.ts'
import { encodeEntry } from './encode-entry.ts'
import {
  cleanMessagesForLogging,
  planRecording,
  preservedTail,
  type RecordingEnvelope,
  toEntries,
} from './plan-recording.ts'
import { readLog } from './read-log.ts'
import { sliceFromLastCompactBoundary } from './slice-from-last-compact-boundary.ts'

const envelope: RecordingEnvelope = {
  isSidechain: false,
  userType: 'external',
  cwd: '/home/dev',
  sessionId: 's',
  version: '1.0.0',
}

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(uuid => createUserMessage({ content: uuid, uuid }))
const said = [a!, b!, c!, d!]
const ticking = createProgressMessage({
  toolUseID: 't',
  parentToolUseID: 't',
  data: { type: 'hook_progress', hookEvent: 'Stop', hookName: 'h', command: 'c' },
})

function plan(messages: readonly AnyMessage[], recorded: readonly string[], startingParentUuidHint?: string) {
  const result = planRecording({
    messages,
    recordedUuids: new Set(recorded),
    ...(startingParentUuidHint !== undefined && { startingParentUuidHint }),
  })
  return { ...result, newMessages: result.newMessages.map(message => message.uuid) }
}

describe('planRecording', () => {
  it('writes only what is new, behind what is recorded', () => {
    expect(plan(said, ['a', 'b'])).toEqual({
      newMessages: ['c', 'd'],
      startingParentUuid: 'b',
      lastUuid: 'd',
    })
  })

  it('begins a log without a parent', () => {
    expect(plan(said.slice(0, 1), [])).toEqual({
      newMessages: ['a'],
      startingParentUuid: undefined,
      lastUuid: 'a',
    })
    expect(plan([], [])).toEqual({ newMessages: [], startingParentUuid: undefined, lastUuid: null })
  })

  it('writes nothing twice, and still says where the chain ends', () => {
    expect(plan(said, ['a', 'b', 'c', 'd'])).toEqual({
      newMessages: [],
      startingParentUuid: 'd',
      lastUuid: 'd',
    })
    expect(plan([a!, a!], [])).toMatchObject({ newMessages: ['a'] })
  })

  it('starts where the caller says, until a recorded message says better', () => {
    expect(plan([d!], [], 'c')).toMatchObject({ startingParentUuid: 'c' })
    expect(plan([a!, d!], ['a'], 'c')).toMatchObject({ startingParentUuid: 'a' })
    expect(plan([], [], 'c')).toMatchObject({ lastUuid: 'c' })
  })

  it('moves the parent by a recorded prefix only: kept messages stand behind a new boundary', () => {
    const boundary = createCompactBoundaryMessage({ trigger: 'auto', preTokens: 1 })
    const found = plan([boundary, c!, d!], ['a', 'b', 'c', 'd'], 'd')
    expect(found).toEqual({ newMessages: [boundary.uuid], startingParentUuid: 'd', lastUuid: boundary.uuid })
  })

  it('does not hang a message off progress', () => {
    expect(plan([a!, ticking, b!], ['a', ticking.uuid])).toMatchObject({
      newMessages: ['b'],
      startingParentUuid: 'a',
    })
  })
})

describe('cleanMessagesForLogging', () => {
  it('keeps messages and drops signals', () => {
    const answer = createAssistantMessage({ content: 'hi' })
    const system = createSystemMessage('note', 'info')
    const attachment = createAttachmentMessage({ type: 'date_change', newDate: '2026-01-01' })
    const signals: AnyMessage[] = [
      ticking,
      createTombstoneMessage(answer),
      createToolUseSummaryMessage('read a file', ['t']),
      { type: 'stream_request_start' },
      { type: 'stream_event', event: { type: 'message_stop' } },
    ]
    expect(cleanMessagesForLogging([a!, ...signals, answer, system, attachment])).toEqual([
      a,
      answer,
      system,
      attachment,
    ])
  })

  it('drops what exists for the screen only, and the results of such calls', () => {
    const call = { type: 'tool_use', id: 't', name: 'Read', input: {} } as const
    const virtual = createAssistantMessage({ content: [call], isVirtual: true })
    const answered = createUserMessage({ content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] })
    expect(cleanMessagesForLogging([virtual, answered, a!])).toEqual([a])
    expect(cleanMessagesForLogging([answered, a!], [virtual, answered, a!])).toEqual([a])
    expect(cleanMessagesForLogging([answered])).toEqual([answered])
  })
})

describe('toEntries', () => {
  it('hangs each entry on the one before it, links first in the line', () => {
    const recording = planRecording({ messages: said.slice(0, 3), recordedUuids: new Set(['a']) })
    const entries = toEntries(recording, envelope)
    expect(entries.map(entry => [entry.uuid, entry.parentUuid])).toEqual([
      ['b', 'a'],
      ['c', 'b'],
    ])
    expect(Object.keys(entries[0]!).slice(0, 6)).toEqual([
      'parentUuid',
      'isSidechain',
      'userType',
      'cwd',
      'sessionId',
      'version',
    ])
  })

  it('begins anew at a compact boundary and keeps the link to the archive', () => {
    const boundary = createCompactBoundaryMessage({
      trigger: 'auto',
      preTokens: 1,
      lastPreCompactMessageUuid: 'x',
    })
    const plain = createCompactBoundaryMessage({ trigger: 'auto', preTokens: 1 })
    const links = toEntries(
      planRecording({ messages: [a!, plain, b!, boundary], recordedUuids: new Set() }),
      envelope,
    ).map(entry => [entry.parentUuid, entry.logicalParentUuid])
    expect(links).toEqual([
      [null, undefined],
      [null, 'a'],
      [plain.uuid, undefined],
      [null, 'x'],
    ])
  })

  it('gives an entry of another log the new links and envelope', () => {
    const foreign = { ...b!, parentUuid: 'elsewhere', sessionId: 'other', cwd: '/other' }
    const [, entry] = toEntries(
      planRecording({ messages: [a!, foreign], recordedUuids: new Set() }),
      envelope,
    )
    expect(entry).toMatchObject({ parentUuid: 'a', sessionId: 's', cwd: '/home/dev' })
  })
})

describe('preservedTail', () => {
  const preservedSegment = { headUuid: 'b', anchorUuid: 'x', tailUuid: 'c' }

  it('is the history up to the last kept message', () => {
    const boundary = createCompactBoundaryMessage({ trigger: 'auto', preTokens: 1, preservedSegment })
    expect(preservedTail(said, boundary)).toEqual([a, b, c])
    const byName = { anchorUuid: 'x', uuids: ['a', 'b'] }
    const named = {
      ...boundary,
      compactMetadata: { trigger: 'auto', preTokens: 1, preservedMessages: byName },
    } as const
    expect(preservedTail(said, named)).toEqual([a, b])
  })

  it('is empty where nothing was kept, or what was kept is not there', () => {
    expect(preservedTail(said, createCompactBoundaryMessage({ trigger: 'auto', preTokens: 1 }))).toEqual([])
    const boundary = createCompactBoundaryMessage({ trigger: 'auto', preTokens: 1, preservedSegment })
    expect(preservedTail([d!], boundary)).toEqual([])
  })
})

describe('a history that is recorded as it grows', () => {
  it('is read back as the loop had it, compaction with kept messages included', () => {
    const summary = createUserMessage({ content: 'what happened', uuid: 'sum', isCompactSummary: true })
    const boundary = createCompactBoundaryMessage({
      trigger: 'auto',
      preTokens: 1,
      lastPreCompactMessageUuid: 'd',
      preservedSegment: { headUuid: 'c', anchorUuid: 'sum', tailUuid: 'd' },
    })
    const next = createAssistantMessage({ content: 'on we go' })
    const recorded = new Set<string>()
    let lastUuid: string | null = null
    let log = ''
    const record = (messages: readonly AnyMessage[]): void => {
      const hint = lastUuid === null ? {} : { startingParentUuidHint: lastUuid }
      const recording = planRecording({ messages, recordedUuids: recorded, ...hint })
      for (const entry of toEntries(recording, envelope)) {
        log += encodeEntry(entry)
        recorded.add(entry.uuid)
      }
      lastUuid = recording.lastUuid
    }
    record(said.slice(0, 2))
    record([...said.slice(0, 3), ticking])
    record(preservedTail(said, boundary))
    const live = [boundary, summary, c!, d!]
    record(live)
    record([...live, next])
    const conversation = readLog(new TextEncoder().encode(log))
    expect(conversation.report).toEqual([])
    expect(uuidsOf(sliceFromLastCompactBoundary(conversation.messages))).toEqual(
      [...live, next].map(message => message.uuid),
    )
    expect(uuidsOf(conversation.messages).slice(0, 2)).toEqual(['a', 'b'])
  })
})
