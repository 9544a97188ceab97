import type { AnyMessage } from '@antiphon/core'
import { sliceFromLastCompactBoundary } from '@antiphon/core/log'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  answer,
  boundary,
  createFaultyStore,
  ENVELOPE,
  type FaultyStore,
  KEY,
  prompt,
  readConversation,
  readEntries,
  summary,
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

const stored = async (): Promise<readonly unknown[]> => uuidsOf(await readEntries(store))

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
