import { describe, expect, it } from 'vitest'
import type { SummaryMessage } from '../message/summary-message.ts'
import { EMPTY_USAGE } from '../message/usage.ts'
import { buildConversation } from './build-conversation.ts'
import { encodeEntry } from './encode-entry.ts'
import type { Entry } from './entry.ts'
import { decodeLines, encodeLines } from './line-codec.ts'
import { isRecordEntry } from './record-entry.ts'
import { isTranscriptEntry, type TranscriptEntry } from './transcript-entry.ts'

// Every field that seed 000 gives a stored message: the build fails where a type lacks one.
const ENVELOPE = {
  sessionId: '350d4477-5c09-4e94-8c8b-afd2616c048e',
  timestamp: '2026-02-01T00:00:00.000Z',
  isSidechain: false,
  userType: 'external',
  cwd: '/project',
  version: '2.1.15',
} as const

const USER = {
  ...ENVELOPE,
  type: 'user',
  uuid: '9e503a42-53d3-4c76-a7ec-31e89bbb1ebb',
  parentUuid: null,
  message: { role: 'user', content: [{ type: 'text', text: '1+1=' }] },
  toolUseResult: { oldTodos: [], newTodos: [] },
} as const satisfies TranscriptEntry

const ASSISTANT = {
  ...ENVELOPE,
  type: 'assistant',
  uuid: '44c59e05-9c06-4dad-abd6-7e2d0c11b1d5',
  parentUuid: USER.uuid,
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    content: [{ type: 'text', text: '2' }],
    stop_reason: null,
    stop_sequence: null,
    usage: EMPTY_USAGE,
  },
  requestId: 'req_1',
  isApiErrorMessage: false,
} as const satisfies TranscriptEntry

const SUMMARY = {
  type: 'summary',
  summary: 'Arithmetic',
  leafUuid: ASSISTANT.uuid,
  uuid: 'e5c2e2c0-0000-4000-8000-000000000000',
  sessionId: ENVELOPE.sessionId,
  timestamp: ENVELOPE.timestamp,
} as const satisfies SummaryMessage

const LOG: readonly Entry[] = [SUMMARY, USER, ASSISTANT]

describe('the stored messages of seed 000', () => {
  it('are one JSON object a line, and come back from their bytes with every field', () => {
    const bytes = new TextEncoder().encode(LOG.map(encodeEntry).join(''))
    const lines = decodeLines(bytes)
    expect(lines.map(line => line.kind === 'entry' && line.entry)).toEqual(LOG)
    expect(encodeLines(lines)).toEqual(bytes)
  })

  it('are known for what they are', () => {
    expect([USER, ASSISTANT].every(isTranscriptEntry)).toBe(true)
    expect(isRecordEntry(SUMMARY)).toBe(true)
    expect(isTranscriptEntry(SUMMARY)).toBe(false)
  })

  it('make a conversation from its root to the leaf that the summary names', () => {
    const conversation = buildConversation(LOG)
    expect(conversation.messages).toEqual([USER, ASSISTANT])
    expect(conversation.leaf).toEqual(ASSISTANT)
    expect(conversation.titles.summary).toBe('Arithmetic')
    expect(conversation.sessionIds).toEqual([ENVELOPE.sessionId])
  })

  it('take no name from the summary of another conversation', () => {
    const other = { ...SUMMARY, leafUuid: 'somewhere else' }
    expect(buildConversation([other, USER, ASSISTANT]).titles).toEqual({})
  })
})
