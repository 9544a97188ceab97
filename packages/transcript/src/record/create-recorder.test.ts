import {
  type AnyMessage,
  type AssistantMessage,
  createAttachmentMessage,
  createProgressMessage,
  createSystemMessage,
  createTombstoneMessage,
} from '@antiphon/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

afterEach(() => {
  vi.useRealTimers()
})

const stored = async (): Promise<readonly unknown[]> => uuidsOf(await readEntries(store))

describe('recordTranscript', () => {
  it('writes what is new, each entry behind the one before it, and returns the last', async () => {
    expect(await recorder.recordTranscript([prompt('a')])).toBe('a')
    expect(await recorder.recordTranscript([prompt('a'), answer('b'), prompt('c')])).toBe('c')
    const entries = await readEntries(store)
    expect(uuidsOf(entries)).toEqual(['a', 'b', 'c'])
    expect(parentsOf(entries)).toEqual([null, 'a', 'b'])
    expect(entries[0]).toMatchObject({ sessionId: 'session', cwd: '/home/dev', isSidechain: false })
    expect(recorder.lastUuid).toBe('c')
  })

  it('takes the end of a history too', async () => {
    await recorder.recordTranscript([prompt('a')])
    await recorder.recordTranscript([prompt('b')])
    expect(parentsOf(await readEntries(store))).toEqual([null, 'a'])
  })

  it('writes nothing twice', async () => {
    const history = [prompt('a'), prompt('b')]
    await recorder.recordTranscript(history)
    expect(await recorder.recordTranscript(history)).toBe('b')
    expect(await stored()).toEqual(['a', 'b'])
    expect(store.appends()).toBe(1)
  })

  it('says where an empty log ends', async () => {
    expect(await recorder.recordTranscript([])).toBeNull()
    expect(recorder.lastUuid).toBeNull()
  })

  it('goes on behind an earlier message where the history was cut there', async () => {
    await recorder.recordTranscript([prompt('a'), answer('b'), prompt('c')])
    await recorder.recordTranscript([prompt('a'), answer('b'), prompt('d')])
    expect(parentsOf(await readEntries(store))).toEqual([null, 'a', 'b', 'b'])
  })

  it('follows a hint that is in the log, and no other', async () => {
    await recorder.recordTranscript([prompt('a'), prompt('b')])
    await recorder.recordTranscript([prompt('c')], undefined, 'a')
    await recorder.recordTranscript([prompt('d')], undefined, 'never written')
    expect(parentsOf(await readEntries(store))).toEqual([null, 'a', 'a', 'c'])
  })

  it('writes the team into the entries', async () => {
    await recorder.recordTranscript([prompt('a')], { teamName: 'core', agentName: 'ann' })
    expect((await readEntries(store))[0]).toMatchObject({ teamName: 'core', agentName: 'ann' })
  })

  it('leaves out progress, signals and what exists for the screen only', async () => {
    const ticking = createProgressMessage({
      toolUseID: 't',
      parentToolUseID: 't',
      data: { type: 'hook_progress', hookEvent: 'Stop', hookName: 'h', command: 'c' },
    })
    // The screen's call is known from the whole history only.
    const shown = { ...answer('shown'), isVirtual: true } as AnyMessage
    await recorder.recordTranscript(
      [
        prompt('a'),
        ticking,
        { type: 'stream_request_start' },
        createTombstoneMessage(answer('x') as AssistantMessage),
        shown,
        prompt('b'),
      ],
      undefined,
      undefined,
      [shown],
    )
    expect(await stored()).toEqual(['a', 'b'])
    expect(parentsOf(await readEntries(store))).toEqual([null, 'a'])
  })

  it('goes on where another recorder ended', async () => {
    await recorder.recordTranscript([prompt('a'), answer('b')])
    await recorder.flush()
    const seq = (await store.end(KEY)) ?? 0
    const next = open({ lastUuid: 'b', recordedUuids: new Set(['a', 'b']), seq })
    await next.recordTranscript([prompt('a'), answer('b'), prompt('c')])
    expect(parentsOf(await readEntries(store))).toEqual([null, 'a', 'b'])
    const late = open({ lastUuid: 'c' })
    await late.recordTranscript([prompt('d')])
    expect(parentsOf(await readEntries(store)).at(-1)).toBe('c')
  })

  it('keeps the order of calls that nobody awaits', async () => {
    void recorder.recordTranscript([prompt('a')])
    void recorder.recordTranscript([prompt('a'), answer('b')])
    void recorder.recordTranscript([prompt('a'), answer('b'), prompt('c')])
    await recorder.flush()
    expect(parentsOf(await readEntries(store))).toEqual([null, 'a', 'b'])
  })
})

describe('the order of durability', () => {
  const waiting: [string, AnyMessage][] = [
    ['prompt', prompt('w')],
    ['note', { ...createSystemMessage('note', 'info'), uuid: 'w' }],
    ['attachment', { ...createAttachmentMessage({ type: 'date_change', newDate: '2026-01-01' }), uuid: 'w' }],
  ]
  it.each(waiting)('a call with a %s resolves when it is durable', async (_, message) => {
    const release = store.hold()
    let isDone = false
    const done = recorder.recordTranscript([answer('a'), message]).then(() => {
      isDone = true
    })
    await new Promise(setImmediate)
    expect(isDone).toBe(false)
    release()
    await done
    expect(await stored()).toEqual(['a', 'w'])
  })

  it("the model's words do not wait and are written within the lazy time", async () => {
    await recorder.recordTranscript([prompt('a')])
    vi.useFakeTimers()
    expect(await recorder.recordTranscript([prompt('a'), answer('b')])).toBe('b')
    await vi.advanceTimersByTimeAsync(99)
    expect(await stored()).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(1)
    expect(await stored()).toEqual(['a', 'b'])
  })

  it("the model's words are not dragged along by a prompt that is on its way", async () => {
    const release = store.hold()
    void recorder.recordTranscript([prompt('a')])
    const next = recorder.recordTranscript([prompt('a'), answer('b')])
    release()
    await next
    expect(await stored()).toEqual(['a'])
    await recorder.flush()
    expect(await stored()).toEqual(['a', 'b'])
  })

  it('a prompt takes along the words that still wait, and one append is enough', async () => {
    void recorder.recordTranscript([answer('a')])
    void recorder.recordTranscript([answer('a'), answer('b')])
    await recorder.recordTranscript([answer('a'), answer('b'), prompt('c')])
    expect(await stored()).toEqual(['a', 'b', 'c'])
    expect(store.appends()).toBe(1)
  })

  it('flush makes everything durable', async () => {
    await recorder.recordTranscript([answer('a')])
    expect(await stored()).toEqual([])
    await recorder.flush()
    expect(await stored()).toEqual(['a'])
    await recorder.flush()
    expect(store.appends()).toBe(1)
  })

  it('in bare mode prompts do not wait either', async () => {
    const bare = open({ isBareMode: true })
    const release = store.hold()
    expect(await bare.recordTranscript([prompt('a')])).toBe('a')
    release()
    await bare.flush()
    expect(await stored()).toEqual(['a'])
  })
})

describe('an answer that changes before it is written', () => {
  type Final = { readonly message: { readonly stop_reason: string; readonly usage: unknown } }
  const usage = { input_tokens: 7, output_tokens: 8 }

  it('is written as it is then, where the object was changed', async () => {
    const said = answer('b') as AssistantMessage
    void recorder.recordTranscript([prompt('a'), said])
    await recorder.recordTranscript([prompt('a'), said])
    const late = answer('c') as AssistantMessage
    void recorder.recordTranscript([late])
    Object.assign(late.message, { stop_reason: 'tool_use', usage })
    Object.assign(late, { requestId: 'req' })
    await recorder.flush()
    const entry = (await readEntries(store)).at(-1) as unknown as Final
    expect(entry).toMatchObject({ requestId: 'req', message: { stop_reason: 'tool_use', usage } })
  })

  it('is written as it came last, where it came again', async () => {
    const said = answer('b') as AssistantMessage
    void recorder.recordTranscript([said])
    const final = { ...said, message: { ...said.message, stop_reason: 'end_turn' } }
    void recorder.recordTranscript([final])
    await recorder.flush()
    const entries = await readEntries(store)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ message: { stop_reason: 'end_turn' } })
  })
})

describe('recordEntry', () => {
  it('writes a line that is no message in its place, outside the chain', async () => {
    void recorder.recordTranscript([answer('a')])
    await recorder.recordEntry({ type: 'custom-title', customTitle: 'A title', sessionId: 'session' })
    await recorder.recordTranscript([answer('a'), prompt('b')])
    const entries = await readEntries(store)
    expect(entries.map(entry => entry.type)).toEqual(['assistant', 'custom-title', 'user'])
    expect(entries[2]).toMatchObject({ parentUuid: 'a' })
  })
})
