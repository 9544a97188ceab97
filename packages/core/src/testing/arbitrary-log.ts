import fc from 'fast-check'
import type { Entry } from '../log/entry.ts'
import type { TranscriptEntry } from '../log/transcript-entry.ts'
import { answer, attachment, boundary, progress, prompt, result, summary } from './log-builder.ts'

/** One thing that happens in a session. */
type Step =
  | { readonly kind: 'prompt' }
  | { readonly kind: 'text' }
  | {
      readonly kind: 'calls'
      readonly count: number
      readonly isReversed: boolean
      readonly hasNotes: boolean
    }
  | { readonly kind: 'progress' }
  | { readonly kind: 'attachment' }
  | { readonly kind: 'compact'; readonly kept: number; readonly byName: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('prompt' as const) }),
  fc.record({ kind: fc.constant('text' as const) }),
  fc.record({
    kind: fc.constant('calls' as const),
    count: fc.integer({ min: 1, max: 4 }),
    isReversed: fc.boolean(),
    hasNotes: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('progress' as const) }),
  fc.record({ kind: fc.constant('attachment' as const) }),
  fc.record({
    kind: fc.constant('compact' as const),
    kept: fc.integer({ min: 0, max: 3 }),
    byName: fc.boolean(),
  }),
)

/** A log as an intact program writes it, with the order in which its conversation is read. */
export type HealthyLog = {
  readonly entries: readonly TranscriptEntry[]
  readonly conversation: readonly string[]
}

export const arbitraryLog: fc.Arbitrary<HealthyLog> = fc.array(step, { maxLength: 14 }).map(toLog)

function toLog(steps: readonly Step[]): HealthyLog {
  const entries: TranscriptEntry[] = [prompt('e0', null)]
  let conversation: string[] = ['e0']
  let parent = 'e0'
  const nextUuid = (): string => `e${entries.length}`

  function say(entry: TranscriptEntry): void {
    entries.push(entry)
    conversation.push(entry.uuid)
    parent = entry.uuid
  }

  for (const current of steps) {
    switch (current.kind) {
      case 'prompt':
        say(prompt(nextUuid(), parent))
        break
      case 'text':
        say(answer(nextUuid(), parent))
        break
      case 'attachment':
        say(attachment(nextUuid(), parent))
        break
      case 'progress': {
        const uuid = nextUuid()
        entries.push(progress(uuid, parent))
        parent = uuid
        break
      }
      case 'calls':
        writeCalls(current)
        break
      case 'compact':
        compact(current)
    }
  }
  return { entries, conversation }

  /** An answer stored a block an entry; each result hangs off its own call, and the last one goes on. */
  function writeCalls({ count, isReversed, hasNotes }: Extract<Step, { kind: 'calls' }>): void {
    const id = `msg_${entries.length}`
    const calls: string[] = []
    for (let index = 0; index < count; index++) {
      const uuid = nextUuid()
      calls.push(uuid)
      say(answer(uuid, parent, { id, calls: [`call_${uuid}`] }))
    }
    for (const call of isReversed ? calls.toReversed() : calls) {
      say(result(nextUuid(), call, `call_${call}`, { sourceToolAssistantUUID: call }))
      if (hasNotes) say(attachment(nextUuid(), parent))
    }
  }

  /** The last messages are kept: read behind the summary, stored before it. Only plain ones form a chain by links. */
  function compact({ kept, byName }: Extract<Step, { kind: 'compact' }>): void {
    const plain = new Set(entries.filter(entry => entry.type === 'attachment').map(entry => entry.uuid))
    const tail = conversation.slice(conversation.length - kept)
    const isChain = kept > 0 && tail.every(uuid => plain.has(uuid)) && parent === tail.at(-1)
    const names = isChain ? tail : []
    const [boundaryUuid, summaryUuid] = [`e${entries.length}`, `e${entries.length + 1}`]
    const ends = { headUuid: names[0], anchorUuid: summaryUuid, tailUuid: names.at(-1) }
    const metadata = byName
      ? { preservedMessages: { anchorUuid: summaryUuid, uuids: names } }
      : { preservedSegment: ends }
    const last = entries.findLast(entry => entry.uuid === parent)
    entries.push(boundary(boundaryUuid, last?.uuid ?? null, names.length > 0 ? metadata : {}))
    entries.push(summary(summaryUuid, boundaryUuid))
    const archive = conversation.slice(0, conversation.length - names.length)
    conversation = [...archive, boundaryUuid, summaryUuid, ...names]
    parent = summaryUuid
  }
}

/** What goes wrong with a file. */
type Damage =
  | {
      readonly kind: 'lose' | 'double' | 'unname' | 'unlink' | 'sidechain' | 'other-session'
      readonly at: number
    }
  | { readonly kind: 'swap' | 'relink' | 'rename'; readonly at: number; readonly to: number }
  | { readonly kind: 'foreign'; readonly at: number; readonly value: unknown }

const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('lose', 'double', 'unname', 'unlink', 'sidechain', 'other-session'),
    at: fc.nat(60),
  }),
  fc.record({ kind: fc.constantFrom('swap', 'relink', 'rename'), at: fc.nat(60), to: fc.nat(60) }),
  fc.record({ kind: fc.constant('foreign' as const), at: fc.nat(60), value: fc.jsonValue() }),
)

/** A log to which anything may have happened. */
export const arbitraryDamagedLog: fc.Arbitrary<readonly Entry[]> = arbitraryDamageTo(
  arbitraryLog.map(({ entries }) => entries),
  { minLength: 1, maxLength: 12 },
)

/** Logs to which so many things happened. */
export function arbitraryDamageTo(
  logs: fc.Arbitrary<readonly Entry[]>,
  count: { readonly minLength: number; readonly maxLength: number },
): fc.Arbitrary<readonly Entry[]> {
  return fc.tuple(logs, fc.array(damage, count)).map(([log, damages]) => damages.reduce(inflict, log))
}

function inflict(entries: readonly Entry[], harm: Damage): readonly Entry[] {
  if (entries.length === 0) return entries
  const at = harm.at % entries.length
  const entry = entries[at] ?? {}
  const to = 'to' in harm ? harm.to % entries.length : 0
  const target: Readonly<Record<string, unknown>> = entries[to] ?? {}
  switch (harm.kind) {
    case 'lose':
      return entries.toSpliced(at, 1)
    case 'double':
      return entries.toSpliced(at, 0, entry)
    case 'swap':
      return entries.with(at, target).with(to, entry)
    case 'relink':
      return entries.with(at, { ...entry, parentUuid: target.uuid })
    case 'rename':
      return entries.with(at, { ...entry, uuid: target.uuid })
    case 'unname':
      return entries.with(at, { ...entry, uuid: undefined })
    case 'unlink':
      return entries.with(at, { ...entry, parentUuid: undefined })
    case 'sidechain':
      return entries.with(at, { ...entry, isSidechain: true })
    case 'other-session':
      return entries.with(at, { ...entry, sessionId: 'another' })
    case 'foreign':
      // A line may hold any JSON; the codec hands on objects only, and the reader must take anything.
      return entries.toSpliced(at, 0, harm.value as Entry)
  }
}
