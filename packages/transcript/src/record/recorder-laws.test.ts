import type { AnyMessage, CompactMetadata } from '@antiphon/core'
import { sliceFromLastCompactBoundary } from '@antiphon/core/log'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answer,
  boundary,
  createFaultyStore,
  ENVELOPE,
  type Fault,
  KEY,
  prompt,
  readConversation,
  readEntries,
  summary,
  uuidsOf,
  withFileStore,
} from '../../test/recording-kit.ts'
import type { TranscriptStore } from '../store/transcript-store.ts'
import { createRecorder } from './create-recorder.ts'
import type { Recorder } from './recorder.ts'

/** What a loop does with its recorder. */
type Move =
  | { readonly kind: 'say'; readonly types: readonly ('prompt' | 'answer')[]; readonly isAwaited: boolean }
  | { readonly kind: 'again' | 'flush' | 'reopen' }
  | { readonly kind: 'end-only'; readonly isAwaited: boolean }
  | {
      readonly kind: 'compact'
      readonly keep: number
      readonly isByName: boolean
      readonly isTailNew: boolean
      readonly inSteps: boolean
    }
  | { readonly kind: 'fault'; readonly fault: Fault }

const arbitraryMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      types: fc.array(fc.constantFrom('prompt' as const, 'answer' as const), { minLength: 1, maxLength: 4 }),
      isAwaited: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('again' as const, 'flush', 'reopen') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end-only' as const), isAwaited: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('compact' as const),
      keep: fc.nat(4),
      isByName: fc.boolean(),
      isTailNew: fc.boolean(),
      inSteps: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.oneof(fc.constantFrom('before' as const, 'after' as const), fc.nat(3)),
    }),
  },
)

describe('a session that is recorded as it goes on', () => {
  it('is read back as the loop had it, whatever failed on the way, from memory', () =>
    fc.assert(
      fc.asyncProperty(fc.array(arbitraryMove, { maxLength: 25 }), async moves => {
        await play(createFaultyStore(), moves)
      }),
      { numRuns: 500 },
    ))

  it('is read back as the loop had it, whatever failed on the way, from files', () =>
    fc.assert(
      fc.asyncProperty(fc.array(arbitraryMove, { maxLength: 12 }), moves =>
        withFileStore(store => play(createFaultyStore(store), moves)),
      ),
      { numRuns: 40 },
    ))
})

async function play(store: ReturnType<typeof createFaultyStore>, moves: readonly Move[]): Promise<void> {
  const loop = createLoop(store)
  for (const move of moves) await loop.move(move)
  await loop.finish()
  // Only a failing store is given anything twice.
  if (moves.every(({ kind }) => kind !== 'fault'))
    expect(new Set(uuidsOf(await readEntries(store))).size).toBe((await readEntries(store)).length)
}

/** A loop with its live history, and what it was promised. */
function createLoop(store: ReturnType<typeof createFaultyStore>) {
  let recorder = open()
  let live: AnyMessage[] = []
  // Every message that the log has to hold in the end, in the order of the log.
  const said: string[] = []
  const handed = new Set<string>()
  const promised = new Set<string>()
  let nextId = 0

  function open(position = {}): Recorder {
    return createRecorder({ store, key: KEY, envelope: ENVELOPE, lazyMilliseconds: 1, ...position })
  }

  function make(type: 'prompt' | 'answer'): AnyMessage {
    const uuid = `${type}${nextId++}`
    said.push(uuid)
    return type === 'prompt' ? prompt(uuid) : answer(uuid)
  }

  async function record(messages: readonly AnyMessage[], isAwaited: boolean): Promise<void> {
    for (const message of messages) handed.add(uuidOf(message))
    const isWaiting = messages.some(message => message.type !== 'assistant')
    const history = isWaiting ? [...handed] : []
    const recording = recorder.recordTranscript(messages).then(
      () => {
        for (const uuid of history.slice(0, history.findLastIndex(isPrompt) + 1)) promised.add(uuid)
      },
      (error: unknown) => expect(error).toMatchObject({ code: 'no-space' }),
    )
    if (isAwaited) await recording
    await checkPromises()
  }

  async function checkPromises(): Promise<void> {
    // What is promised while the file is being read may stand behind what was read.
    const due = [...promised]
    const stored = new Set(uuidsOf(await readEntries(store)))
    for (const uuid of due) expect(stored).toContain(uuid)
  }

  return {
    async move(move: Move): Promise<void> {
      switch (move.kind) {
        case 'fault':
          store.faults.push(move.fault)
          return
        case 'say':
          live = [...live, ...move.types.map(make)]
          return record(live, move.isAwaited)
        case 'end-only': {
          const message = make('prompt')
          live = [...live, message]
          return record([message], move.isAwaited)
        }
        case 'again':
          return record(live, true)
        case 'compact':
          return compact(move)
        case 'flush':
          return flush()
        case 'reopen':
          return reopen()
      }
    },
    finish,
  }

  async function compact(move: Extract<Move, { kind: 'compact' }>): Promise<void> {
    const { keep, isByName, isTailNew, inSteps } = move
    if (isTailNew) live = [...live, make('answer')]
    const kept = keep === 0 ? [] : live.filter(message => isWord(uuidOf(message))).slice(-keep)
    const [cutUuid, sumUuid] = [`cut${nextId}`, `sum${nextId++}`]
    const cut = boundary(cutUuid, toKept({ uuids: kept.map(uuidOf), anchorUuid: sumUuid, isByName }))
    const archive = live
    said.push(cutUuid, sumUuid)
    live = [cut, summary(sumUuid), ...kept]
    if (inSteps || kept.length === 0) await record([...archive, cut], false)
    await record(live, true)
  }

  async function flush(): Promise<void> {
    const history = [...handed]
    await recorder.flush().then(
      () => {
        for (const uuid of history) promised.add(uuid)
      },
      (error: unknown) => expect(error).toMatchObject({ code: 'no-space' }),
    )
    await checkPromises()
  }

  /** A lazy write may be on its way into a fault. */
  async function endFaults(): Promise<void> {
    store.faults.length = 0
    await recorder.flush().catch(() => undefined)
  }

  async function reopen(): Promise<void> {
    await endFaults()
    await recorder.close()
    const position = {
      lastUuid: recorder.lastUuid,
      recordedUuids: uuidsOf(live) as string[],
      seq: (await store.end(KEY)) ?? 0,
    }
    recorder = open(position)
  }

  async function finish(): Promise<void> {
    await endFaults()
    await recorder.recordTranscript(live)
    await recorder.close()
    await checkLog(store, { said, live })
  }
}

/** What a boundary says of the messages that it keeps, in one of the two ways. */
function toKept(kept: {
  readonly uuids: readonly string[]
  readonly anchorUuid: string
  readonly isByName: boolean
}): Partial<CompactMetadata> {
  const { uuids, anchorUuid, isByName } = kept
  const [headUuid, tailUuid] = [uuids[0], uuids.at(-1)]
  if (headUuid === undefined || tailUuid === undefined) return {}
  return isByName
    ? { preservedMessages: { anchorUuid, uuids } }
    : { preservedSegment: { headUuid, anchorUuid, tailUuid } }
}

async function checkLog(
  store: TranscriptStore,
  expected: { readonly said: readonly string[]; readonly live: readonly AnyMessage[] },
): Promise<void> {
  const conversation = await readConversation(store)
  // A failed append may leave copies; a reader drops them. Nothing else is wrong with the log.
  expect(conversation.report.filter(({ rule }) => rule !== 'duplicate-entry')).toEqual([])
  expect(conversation.branches).toEqual([])
  expect(uuidsOf(sliceFromLastCompactBoundary(conversation.messages))).toEqual(uuidsOf(expected.live))
  expect(new Set(uuidsOf(conversation.messages))).toEqual(new Set(expected.said))
  expect([...new Set(uuidsOf(await readEntries(store)))]).toEqual(expected.said)
  await checkParents(store)
}

/** Each parent stands before its child in the log. */
async function checkParents(store: TranscriptStore): Promise<void> {
  const seen = new Set<unknown>([null, undefined])
  for (const entry of await readEntries(store)) {
    const { uuid, parentUuid, logicalParentUuid } = entry as Readonly<Record<string, unknown>>
    expect(seen).toContain(parentUuid)
    expect(seen).toContain(logicalParentUuid)
    seen.add(uuid)
  }
}

const uuidOf = (message: AnyMessage): string => ('uuid' in message ? (message.uuid ?? '') : '')
const isPrompt = (uuid: string): boolean => !uuid.startsWith('answer')
const isWord = (uuid: string): boolean => uuid.startsWith('prompt') || uuid.startsWith('answer')
