import fc from 'fast-check'
import type { Entry } from '../log/entry.ts'
import type { TranscriptEntry } from '../log/transcript-entry.ts'
import { answer, attachment, boundary, progress, prompt, result, summary } from './log-builder.ts'

/** One thing that happens in a long session; `to` chooses among what is there. */
type Step =
  | { readonly kind: 'prompt' | 'text' | 'attachment' | 'progress' | 'title' | 'repeat' }
  | { readonly kind: 'rewind' | 'hint' | 'note' | 'late-result' | 'foreign-hint'; readonly to: number }
  | { readonly kind: 'calls'; readonly count: number; readonly held: number; readonly isChained: boolean }
  | { readonly kind: 'sidechain'; readonly count: number; readonly isNamed: boolean }
  | {
      readonly kind: 'compact'
      readonly kept: number
      readonly names: 'walk' | 'list' | 'both'
      readonly isBypassed: boolean
    }

const place = fc.nat(200)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('prompt', 'text') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('attachment', 'progress', 'title', 'repeat') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('rewind', 'hint'), to: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('note', 'late-result'), to: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('foreign-hint'), to: place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('calls'),
      count: fc.integer({ min: 1, max: 3 }),
      held: fc.nat(2),
      isChained: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('sidechain'),
      count: fc.integer({ min: 1, max: 3 }),
      isNamed: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('compact'),
      kept: fc.nat(5),
      names: fc.constantFrom('walk', 'list', 'both'),
      isBypassed: fc.nat(5).map(number => number === 0),
    }),
  },
)

/** A log with rewinds, hints, several compactions, late results, subagents and doubles, each entry written after what it names. */
export const arbitraryBranchingLog: fc.Arbitrary<readonly Entry[]> = fc
  .array(step, { maxLength: 40 })
  .map(steps => steps.reduce(take, startLog()).entries)

type Log = {
  readonly entries: Entry[]
  readonly messages: TranscriptEntry[]
  /** Calls whose results are still to come. */
  readonly held: { readonly call: string; readonly uuid: string }[]
  parent: string
}

function startLog(): Log {
  const first = prompt('e0', null)
  return { entries: [first], messages: [first], held: [], parent: 'e0' }
}

function take(log: Log, current: Step): Log {
  switch (current.kind) {
    case 'prompt':
      say(log, prompt(nextUuid(log), log.parent))
      break
    case 'text':
      say(log, answer(nextUuid(log), log.parent))
      break
    case 'attachment':
      say(log, attachment(nextUuid(log), log.parent))
      break
    case 'progress':
      say(log, progress(nextUuid(log), log.parent))
      break
    case 'title':
      log.entries.push({ type: 'custom-title', customTitle: nextUuid(log), sessionId: 'session' })
      break
    case 'repeat':
      log.entries.push(log.entries.at(-1) ?? {})
      break
    case 'rewind':
      log.parent = choose(log, current.to).uuid
      break
    case 'hint':
      log.entries.push({ type: 'last-prompt', leafUuid: choose(log, current.to).uuid, sessionId: 'session' })
      break
    case 'foreign-hint':
      log.entries.push({ type: 'summary', summary: 'another', leafUuid: `another ${current.to}` })
      break
    case 'note':
      add(log, attachment(nextUuid(log), choose(log, current.to).uuid))
      break
    case 'late-result': {
      const [late] = log.held.splice(current.to % Math.max(1, log.held.length), 1)
      if (late) add(log, result(nextUuid(log), late.uuid, late.call))
      break
    }
    case 'calls':
      writeCalls(log, current)
      break
    case 'sidechain':
      writeSidechain(log, current)
      break
    case 'compact':
      compact(log, current)
  }
  return log
}

function nextUuid({ entries }: Log): string {
  return `e${entries.length}`
}

/** Recent entries are chosen as often as all others: people go back a little, and sometimes far. */
function choose({ messages }: Log, to: number): TranscriptEntry {
  const index =
    to % 2 === 0 ? messages.length - 1 - ((to / 2) % Math.min(6, messages.length)) : to % messages.length
  return messages[index] ?? prompt('e0', null)
}

function add(log: Log, entry: TranscriptEntry): void {
  log.entries.push(entry)
  log.messages.push(entry)
}

function say(log: Log, entry: TranscriptEntry): void {
  add(log, entry)
  log.parent = entry.uuid
}

/** Results hang off their calls or off each other; some come later, or never. */
function writeCalls(log: Log, { count, held, isChained }: Extract<Step, { kind: 'calls' }>): void {
  const id = `msg_${log.entries.length}`
  const calls = Array.from({ length: count }, () => {
    const uuid = nextUuid(log)
    say(log, answer(uuid, log.parent, { id, calls: [`call_${uuid}`] }))
    return { uuid, call: `call_${uuid}` }
  })
  log.held.push(...calls.slice(0, held))
  for (const { uuid, call } of calls.slice(held))
    say(log, result(nextUuid(log), isChained ? log.parent : uuid, call))
}

function writeSidechain(log: Log, { count, isNamed }: Extract<Step, { kind: 'sidechain' }>): void {
  const side = { isSidechain: true, ...(isNamed && { agentId: nextUuid(log) }) }
  let parent: string | null = null
  for (let index = 0; index < count; index++) {
    const uuid = nextUuid(log)
    add(log, index % 2 === 0 ? prompt(uuid, parent, side) : answer(uuid, parent, { extra: side }))
    parent = uuid
  }
}

/** The end of the chain is kept: named by its ends, one by one, or both. */
function compact(log: Log, { kept, names, isBypassed }: Extract<Step, { kind: 'compact' }>): void {
  const uuids = findChain(log, kept)
  const [boundaryUuid, anchorUuid] = [`e${log.entries.length}`, `e${log.entries.length + 1}`]
  const metadata = {
    ...(names !== 'list' && {
      preservedSegment: { headUuid: uuids[0], anchorUuid, tailUuid: uuids.at(-1) },
    }),
    ...(names !== 'walk' && { preservedMessages: { anchorUuid, uuids, allUuids: uuids } }),
  }
  const tail = log.parent
  add(log, boundary(boundaryUuid, tail, uuids.length > 0 ? metadata : {}))
  say(log, summary(anchorUuid, boundaryUuid))
  if (isBypassed && uuids.length > 0) log.parent = tail
}

/** The last links of the chain as they are stored, up to a boundary. */
function findChain({ messages, parent }: Log, length: number): readonly string[] {
  const byUuid = new Map(messages.map(entry => [entry.uuid, entry]))
  const chain: string[] = []
  let entry = byUuid.get(parent)
  while (entry && chain.length < length && entry.type !== 'system') {
    if (entry.type !== 'progress') chain.unshift(entry.uuid)
    entry = byUuid.get(entry.parentUuid ?? '')
  }
  return chain
}
