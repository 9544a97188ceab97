import type { Entry } from '@antiphon/core'
import { arbitraryHostileLog, arbitraryUiLog } from '@antiphon/core/testing/arbitrary-ui-log'
import { groupTurns } from '@antiphon/core/turns'
import type { PlacedEntry, TurnOutline } from '@antiphon/server/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLog, makeRichSession } from '../../test/make-sessions.ts'
import { turnsOf } from '../../test/memory-outline.ts'
import { computeStory } from '../story/compute-story.ts'
import { createFolds } from '../story/folds.ts'
import type { OpenCalls } from '../story/open-calls.ts'
import { computeRows, type Rows } from './compute-rows.ts'
import { findNearestRow, findPath } from './find-path.ts'
import { toggleTurns } from './toggle-turn.ts'

function placeAll(entries: readonly Entry[]): PlacedEntry[] {
  return entries.map((entry, index) => ({ seq: index * 10, next: index * 10 + 10, entry, cut: 0 }))
}

type Shown = {
  readonly from?: number
  readonly to?: number
  readonly folds?: ReturnType<typeof createFolds>
  readonly outline?: TurnOutline
  readonly openCalls?: OpenCalls
}

function rowsOf(log: readonly PlacedEntry[], shown: Shown = {}): Rows {
  const end = log.at(-1)?.next ?? 0
  const { from = 0, to = end, folds = createFolds(), outline = turnsOf(log) } = shown
  const { openCalls = 'failed' } = shown
  const { items } = computeStory(log.filter(({ seq }) => seq >= from && seq < to))
  const turns = groupTurns(items)
  return computeRows({
    turns,
    outline,
    folds,
    from,
    to,
    end,
    includeMeta: false,
    openCalls,
    isRunning: false,
  })
}

const kinds = ({ list }: Rows): string =>
  list
    .map(row =>
      row.kind === 'shut'
        ? `shut ${row.turn.number}`
        : row.kind === 'heading'
          ? `turn ${row.number}`
          : row.kind,
    )
    .join(', ')

/** Turns of a text and three calls each, and a compaction behind some of them. */
function makeTurns(turns: number, cuts: readonly number[] = []): PlacedEntry[] {
  const log = createLog('turns')
  for (let turn = 1; turn <= turns; turn += 1) {
    log.say(`Question ${turn}`)
    for (const call of ['a', 'b', 'c']) {
      const id = `${call}${turn}`
      log.answer({ type: 'tool_use', id, name: 'Read', input: { file_path: `/${id}` } })
      log.result(id, 'ok')
    }
    log.answer({ type: 'text', text: `Answer ${turn}` })
    if (cuts.includes(turn)) log.add({ type: 'system', subtype: 'compact_boundary', content: 'Compacted' })
  }
  return placeAll(log.entries)
}

describe('computeRows', () => {
  it('gives no turn a number of those around another place', () => {
    const log = makeTurns(9)
    const told = turnsOf(log)
    const numbers = (turns: TurnOutline['turns'], from: number): readonly unknown[] =>
      rowsOf(log, { from, outline: { ...told, turns } }).list.flatMap(row =>
        row.kind === 'heading' ? [row.number] : [],
      )
    const seventh = told.turns[6]?.seq ?? 0
    expect(numbers(told.turns, seventh)).toEqual([7, 8, 9])
    expect(numbers(told.turns.slice(0, 3), seventh)).toEqual([undefined, undefined, undefined])
    expect(numbers(told.turns.slice(7), seventh)).toEqual([undefined, 8, 9])
    expect(numbers(told.turns.slice(5), seventh)).toEqual([7, 8, 9])
  })

  it('makes a heading, a line of work, an answer and a foot of a turn', () => {
    expect(kinds(rowsOf(makeTurns(1)))).toBe('turn 1, group, item, foot')
  })

  it('shows turns before the last compaction in one line each, until they are opened', () => {
    const log = makeTurns(4, [1, 3])
    expect(kinds(rowsOf(log))).toBe('shut 1, cut, shut 2, shut 3, cut, turn 4, group, item, foot')
    const folds = createFolds()
    folds.set('turn 90', true)
    expect(kinds(rowsOf(log, { folds }))).toContain('cut, turn 2, group, item, foot, shut 3')
  })

  it('leaves what is only in one line where it is: nothing of it is loaded', () => {
    const log = makeTurns(6, [4])
    const cut = rowsOf(log, { from: 160 })
    expect(kinds(cut)).toMatch(/^shut 1, shut 2, shut 3, shut 4, cut, turn 5,/)
    expect(cut.goesOnBefore).toBe(false)
    // Somewhere in the second turn, which was opened.
    const folds = createFolds()
    folds.set('turn 80', true)
    const inside = rowsOf(log, { from: 80, to: 110, folds })
    expect(inside).toMatchObject({ goesOnBefore: false, goesOnBehind: true })
    const between = rowsOf(log, { from: 80, to: 170, folds })
    // An open turn that is near is read on to; to one that is far a line leads.
    expect(between).toMatchObject({ goesOnBefore: false, goesOnBehind: true })
    const known = turnsOf(log)
    const moved = known.turns.map(turn => (turn.number < 5 ? turn : { ...turn, seq: turn.seq + 9_000_000 }))
    const far = rowsOf(log, { from: 80, to: 170, folds, outline: { ...known, turns: moved } })
    expect(far).toMatchObject({ goesOnBefore: false, goesOnBehind: false })
    expect(kinds(between)).toMatch(/^shut 1, turn 2, .*foot, shut 3, shut 4, cut, gap$/)
  })

  it('loads on where turns are open, and numbers them as the whole session does', () => {
    const log = makeTurns(6)
    const rows = rowsOf(log, { from: 180, to: 400 })
    expect(rows).toMatchObject({ goesOnBefore: true, goesOnBehind: true })
    expect(kinds(rows)).toContain('turn 4')
    const unknown = rowsOf(log, { from: 180, outline: { ...turnsOf([]), end: 0 } })
    expect(kinds(unknown)).toContain('turn 1')
  })

  it('shows of a folded group what failed or runs', () => {
    const log = createLog('failed')
    log.say('Go')
    for (const id of ['a', 'b']) log.answer({ type: 'tool_use', id, name: 'Bash', input: { command: id } })
    log.result('a', 'ok')
    log.add({
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'b', is_error: true, content: 'Exit code 1' }],
      },
    })
    log.answer({ type: 'tool_use', id: 'c', name: 'Bash', input: { command: 'c' } })
    const rows = rowsOf(placeAll(log.entries))
    expect(kinds(rows)).toBe('turn 1, group, step, step, foot')
  })

  it('says of a turn what the whole log says, else what is loaded', () => {
    const log = createLog('took')
    log.say('Go')
    log.answer({ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'a' } })
    log.add({
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', is_error: true, content: 'Exit code 1' }],
      },
    })
    log.answer({ type: 'text', text: 'It failed' })
    const placed = placeAll(log.entries)
    const whole = turnsOf(placed)
    const outline = { ...whole, turns: whole.turns.map(turn => ({ ...turn, durationMs: 61_000, failed: 3 })) }
    const foot = rowsOf(placed, { outline }).list.find(({ kind }) => kind === 'foot')
    expect(foot).toMatchObject({ kind: 'foot', durationMs: 61_000 })
    const folds = createFolds()
    folds.set('turn 0', false)
    expect(rowsOf(placed, { outline, folds }).list[0]).toMatchObject({
      turn: { durationMs: 61_000, failed: 3 },
    })
    const unknown = rowsOf(placed, { outline: { ...turnsOf([]), end: 0 }, folds })
    expect(unknown.list[0]).toMatchObject({ kind: 'shut', turn: { failed: 1 } })
  })

  it('draws a single call without a group', () => {
    const log = createLog('single')
    log.say('Go')
    log.answer({ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'a' } })
    log.result('a', 'ok')
    expect(kinds(rowsOf(placeAll(log.entries)))).toBe('turn 1, step, foot')
  })

  it('hides nothing that can be found: every entry has a line once what hides it is open', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryUiLog(), arbitraryHostileLog()), messages => {
        const log = placeAll(messages as unknown as readonly Entry[])
        const { items, places } = computeStory(log)
        const turns = groupTurns(items)
        const folds = createFolds()
        for (const { place } of items) {
          if (!place) continue
          const path = findPath(turns, places, place.placed.seq)
          folds.reveal(path?.keys ?? [])
          const { list } = computeRows({
            turns,
            outline: undefined,
            folds,
            from: 0,
            to: 1,
            end: 1,
            includeMeta: false,
            openCalls: 'failed',
            isRunning: false,
          })
          expect(list.map(({ key }) => key)).toContain(path?.rowKey)
          folds.conceal()
        }
      }),
      { numRuns: 40 },
    )
  })

  it('names no two lines alike', () => {
    fc.assert(
      fc.property(arbitraryHostileLog(), messages => {
        const log = placeAll(messages as unknown as readonly Entry[])
        const folds = createFolds()
        const turns = groupTurns(computeStory(log).items)
        toggleTurns(turns, { folds, openCalls: 'failed' })
        const span = { from: 0, to: 1, end: 1 }
        const { list } = computeRows({
          turns,
          outline: undefined,
          folds,
          ...span,
          includeMeta: true,
          openCalls: 'failed',
          isRunning: false,
        })
        expect(new Set(list.map(({ key }) => key)).size).toBe(list.length)
      }),
      { numRuns: 40 },
    )
  })
})

describe('calls that stand open at first', () => {
  const log = createLog('mixed')
  log.say('Change it')
  for (const [id, name] of [
    ['read', 'Read'],
    ['edit', 'Edit'],
    ['fail', 'Bash'],
  ] as const) {
    log.answer({ type: 'tool_use', id, name, input: {} })
    const result = { type: 'tool_result', tool_use_id: id, content: 'out', is_error: id === 'fail' }
    log.add({ type: 'user', message: { role: 'user', content: [result] } })
  }
  log.answer({ type: 'text', text: 'Done' })
  const shownOf = (openCalls: OpenCalls, folds = createFolds()): readonly string[] =>
    rowsOf(placeAll(log.entries), { openCalls, folds }).list.flatMap(row =>
      row.kind === 'step' && row.storyItem.item.kind === 'tool' ? [row.storyItem.item.story.name] : [],
    )

  it('are what the settings say', () => {
    expect(shownOf('none')).toEqual([])
    expect(shownOf('failed')).toEqual(['Bash'])
    expect(shownOf('edits')).toEqual(['Edit', 'Bash'])
    expect(shownOf('all')).toEqual(['Read', 'Edit', 'Bash'])
  })

  it('give way to what the reader chose', () => {
    const group = rowsOf(placeAll(log.entries)).list.find(({ kind }) => kind === 'group')
    const folds = createFolds()
    folds.set(group?.key ?? '', true)
    expect(shownOf('none', folds)).toHaveLength(3)
  })
})

describe('findPath', () => {
  it('finds the line that shows a position, also where a result stands there', () => {
    const { items, places } = computeStory(placeAll(makeRichSession('rich').entries))
    const turns = groupTurns(items)
    const tool = items.find(({ item }) => item.kind === 'tool')
    expect(findPath(turns, places, 30)?.storyItem).toBe(tool)
    expect(findPath(turns, places, 40)?.storyItem).toBe(tool)
    expect(findPath(turns, places, 41)).toBeUndefined()
  })

  it('finds the nearest line before a position', () => {
    const { list } = rowsOf(makeTurns(2))
    expect(findNearestRow(list, 75)?.seq).toBe(70)
    expect(findNearestRow(list, -5)).toBe(list[0])
  })
})
