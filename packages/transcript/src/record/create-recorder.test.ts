import {
  type AnyMessage,
  type AssistantMessage,
  createAttachmentMessage,
  createProgressMessage,
  createSystemMessage,
  createTombstoneMessage,
  sliceFromLastCompactBoundary,
} from '@antiphon/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answer,
  boundary,
  createFaultyStore,
  ENVELOPE,
  type FaultyStore,
  KEY,
  parentsOf,
  prompt,
  readConversation,
  readEntries,
  summary,
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

describe('compaction', () => {
  const segment = { headUuid: 'c', anchorUuid: 'sum', tailUuid: 'd' }
  const old = [prompt('a'), answer('b'), prompt('c'), answer('d')]
  const live = [boundary('cut', { preservedSegment: segment }), summary('sum'), prompt('c'), answer('d')]
  const orders: [string, readonly AnyMessage[], readonly AnyMessage[] | undefined][] = [
    ['behind the boundary', live, undefined],
    ['before the boundary', [...old, ...live.slice(0, 2)], undefined],
    ['on both sides', [...old, ...live], undefined],
    ['in the whole history', live.slice(0, 2), old],
  ]

  it.each(orders)('kept messages that stand %s are recorded before it', async (_, messages, allMessages) => {
    await recorder.recordTranscript(old.slice(0, 2))
    await recorder.recordTranscript(messages, undefined, undefined, allMessages)
    await recorder.recordTranscript([...live, answer('e')])
    await recorder.recordTranscript([...live, answer('e'), prompt('f')])
    expect(await stored()).toEqual(['a', 'b', 'c', 'd', 'cut', 'sum', 'e', 'f'])
    const conversation = await readConversation(store)
    expect(conversation.report).toEqual([])
    expect(uuidsOf(sliceFromLastCompactBoundary(conversation.messages))).toEqual([
      'cut',
      'sum',
      'c',
      'd',
      'e',
      'f',
    ])
  })

  it('what comes next hangs off the summary, not off a kept message', async () => {
    await recorder.recordTranscript(old)
    await recorder.recordTranscript(live)
    await recorder.recordTranscript([...live, prompt('e')])
    const entry = (await readEntries(store)).at(-1)
    expect(entry).toMatchObject({ uuid: 'e', parentUuid: 'sum' })
  })

  it('the same after a resume', async () => {
    await recorder.recordTranscript(old)
    await recorder.recordTranscript(live)
    const next = open({
      lastUuid: 'd',
      recordedUuids: uuidsOf(live) as string[],
      seq: (await store.end(KEY)) ?? 0,
    })
    await next.recordTranscript([...live, prompt('e')])
    expect((await readEntries(store)).at(-1)).toMatchObject({ uuid: 'e', parentUuid: 'sum' })
  })

  it('a boundary keeps no link to an entry that was never written', async () => {
    await recorder.recordTranscript(old)
    const cut = { ...boundary('cut'), logicalParentUuid: 'a progress message' }
    await recorder.recordTranscript([cut, summary('sum')])
    const dated = { ...boundary('cut2'), logicalParentUuid: 'cut' }
    await recorder.recordTranscript([cut, summary('sum'), dated])
    const entries = await readEntries(store)
    expect(entries[4]).toMatchObject({ uuid: 'cut', parentUuid: null, logicalParentUuid: 'd' })
    expect(entries.at(-1)).toMatchObject({ uuid: 'cut2', parentUuid: null, logicalParentUuid: 'cut' })
  })

  it('a caller that hands in the archive again has nothing written twice', async () => {
    let history: AnyMessage[] = []
    for (let round = 0; round < 5; round++) {
      history = [...history, boundary(`cut${round}`), summary(`sum${round}`), answer(`said${round}`)]
      await recorder.recordTranscript(history)
    }
    await recorder.flush()
    expect(await stored()).toEqual(uuidsOf(history))
  })

  it('a person who goes back before the last boundary goes on from there', async () => {
    await recorder.recordTranscript(old)
    await recorder.recordTranscript([boundary('cut'), summary('sum')])
    await recorder.recordTranscript([...old.slice(0, 2), prompt('e')])
    expect((await readEntries(store)).at(-1)).toMatchObject({ uuid: 'e', parentUuid: 'b' })
  })
})

describe('subagents', () => {
  /** A message with the marks of a subagent's log. */
  function side(message: AnyMessage, agentId?: string): AnyMessage {
    return Object.assign({}, message, { isSidechain: true }, agentId && { agentId })
  }

  it('are recorded in a log of their own', async () => {
    await recorder.recordTranscript([prompt('a')])
    expect(await recorder.recordSidechain({ agentId: 'x1', messages: [prompt('s1'), answer('s2')] })).toBe(
      's2',
    )
    await recorder.recordSidechain({ agentId: 'x1', messages: [prompt('s1'), answer('s2'), prompt('s3')] })
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
    await recorder.recordSidechain({ agentId: 'x1', messages: [prompt('s1')] })
    const key = toSubagentKey(KEY, 'x1')
    const next = open()
    const position = { lastUuid: 's1', seq: (await store.end(key)) ?? 0 }
    await next.recordSidechain({ agentId: 'x1', messages: [prompt('s1'), prompt('s2')], position })
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
