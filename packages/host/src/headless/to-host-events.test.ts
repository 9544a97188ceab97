import {
  createAssistantMessage,
  createAttachmentMessage,
  createUserInterruptionMessage,
  createUserMessage,
} from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { toHostEvents } from './to-host-events.ts'

const QUIET = { sessionId: 's', partialMessages: false, replayUserMessages: false }
const RESULT = createUserMessage({ content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] })

describe('toHostEvents', () => {
  it('tells of answers, results and interruptions', () => {
    expect(toHostEvents(createAssistantMessage({ content: 'hi' }), QUIET)).toMatchObject([
      { type: 'assistant', session_id: 's', parent_tool_use_id: null },
    ])
    expect(toHostEvents(RESULT, QUIET)).toMatchObject([{ type: 'user', session_id: 's' }])
    expect(toHostEvents(createUserInterruptionMessage({ toolUse: false }), QUIET)).toHaveLength(1)
  })

  it('keeps prompts to itself, unless the host wants them back', () => {
    const prompt = createUserMessage({ content: 'hi' })
    const meta = createUserMessage({ content: 'go on', isMeta: true })
    expect(toHostEvents(prompt, QUIET)).toEqual([])
    const replay = { ...QUIET, replayUserMessages: true }
    expect(toHostEvents(prompt, replay)).toMatchObject([{ type: 'user', isReplay: true }])
    expect(toHostEvents(meta, replay)).toEqual([])
    expect(
      toHostEvents(createAttachmentMessage({ type: 'max_turns_reached', maxTurns: 1, turnCount: 1 }), replay),
    ).toEqual([])
  })

  it('gives prompts back that the model hears of while it works, and no reports of agents', () => {
    const queued = { type: 'queued_command', prompt: 'and this', source_uuid: 'u' } as const
    const contexts = [{ type: 'WorkspaceReference' }] as const
    const prompt = createAttachmentMessage({ ...queued, contexts })
    const report = createAttachmentMessage({ ...queued, commandMode: 'task-notification' })
    expect([prompt, report].flatMap(event => toHostEvents(event, QUIET))).toEqual([])
    const replay = { ...QUIET, replayUserMessages: true }
    expect([prompt, report].flatMap(event => toHostEvents(event, replay))).toMatchObject([
      { type: 'user', uuid: 'u', isReplay: true, message: { content: 'and this' }, contexts },
    ])
  })

  it('tells of the stream only those who asked for parts', () => {
    const part = { type: 'stream_event', event: { type: 'message_stop' } } as const
    const start = { type: 'stream_request_start' } as const
    expect([part, start].flatMap(event => toHostEvents(event, QUIET))).toEqual([])
    const partial = { ...QUIET, partialMessages: true }
    expect(toHostEvents(part, partial)).toMatchObject([{ type: 'stream_event', event: part.event }])
    expect(toHostEvents(start, partial)).toMatchObject([{ subtype: 'status', status: 'requesting' }])
  })
})
