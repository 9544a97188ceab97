import type { AnyMessage } from '@antiphon/core'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  answer,
  createFaultyStore,
  ENVELOPE,
  type FaultyStore,
  KEY,
  parentsOf,
  prompt,
  readEntries,
  uuidsOf,
} from '../../test/recording-kit.ts'
import { toSubagentKey } from '../store/session-key.ts'
import { createRecorder } from './create-recorder.ts'
import type { Recorder, RecorderOptions } from './recorder.ts'

let store: FaultyStore
let recorder: Recorder

function open(options: Partial<RecorderOptions> = {}): Recorder {
  return createRecorder({ store, key: KEY, envelope: ENVELOPE, ...options })
}

beforeEach(() => {
  store = createFaultyStore()
  recorder = open()
})

const stored = async (): Promise<readonly unknown[]> => uuidsOf(await readEntries(store))

describe('subagents', () => {
  /** A message with the marks of a subagent's log. */
  function side(message: AnyMessage, agentId?: string): AnyMessage {
    return Object.assign({}, message, { isSidechain: true }, agentId && { agentId })
  }

  it('are recorded in a log of their own', async () => {
    await recorder.recordTranscript([prompt('a')])
    expect(await recorder.record({ agentId: 'x1', messages: [prompt('s1'), answer('s2')] })).toBe('s2')
    await recorder.record({ agentId: 'x1', messages: [prompt('s1'), answer('s2'), prompt('s3')] })
    const entries = await readEntries(store, toSubagentKey(KEY, 'x1'))
    expect(uuidsOf(entries)).toEqual(['s1', 's2', 's3'])
    expect(parentsOf(entries)).toEqual([null, 's1', 's2'])
    expect(entries[0]).toMatchObject({ isSidechain: true, agentId: 'x1', sessionId: 'session' })
    expect(await stored()).toEqual(['a'])
  })

  it('that speak in a mixed list are told apart', async () => {
    const mixed = [
      prompt('a'),
      side(prompt('s1'), 'x1'),
      answer('b'),
      side(prompt('n1')),
      side(answer('s2'), 'x1'),
      side(prompt('t1'), 'x2'),
      side(answer('n2')),
    ]
    expect(await recorder.recordTranscript(mixed)).toBe('b')
    await recorder.flush()
    const own = await readEntries(store)
    expect(uuidsOf(own)).toEqual(['a', 'b', 'n1', 'n2'])
    expect(parentsOf(own)).toEqual([null, 'a', null, 'n1'])
    expect(own[2]).toMatchObject({ isSidechain: true })
    expect(uuidsOf(await readEntries(store, toSubagentKey(KEY, 'x1')))).toEqual(['s1', 's2'])
    expect(uuidsOf(await readEntries(store, toSubagentKey(KEY, 'x2')))).toEqual(['t1'])
  })

  it('go on where their log ended', async () => {
    await recorder.record({ agentId: 'x1', messages: [prompt('s1')] })
    const key = toSubagentKey(KEY, 'x1')
    const next = open()
    const position = { lastUuid: 's1', seq: (await store.end(key)) ?? 0 }
    await next.record({ agentId: 'x1', messages: [prompt('s1'), prompt('s2')], position })
    expect(parentsOf(await readEntries(store, key))).toEqual([null, 's1'])
  })

  it('have a recorder of their own where the caller prefers that', async () => {
    const key = toSubagentKey(KEY, 'x1')
    const own = open({ key, envelope: { ...ENVELOPE, isSidechain: true, agentId: 'x1' } })
    await own.recordTranscript([side(prompt('s1'), 'x1')])
    expect(uuidsOf(await readEntries(store, key))).toEqual(['s1'])
  })

  it('with a name that leaves the folder are refused, and nothing of the call is written', async () => {
    const hostile = side(prompt('s1'), '../../x')
    await expect(recorder.recordTranscript([prompt('a'), hostile])).rejects.toMatchObject({ code: 'bad-key' })
    await recorder.flush()
    expect(await stored()).toEqual([])
    await recorder.recordTranscript([prompt('a')])
    expect(await stored()).toEqual(['a'])
  })
})
