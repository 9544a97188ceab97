import type { FoundHit, FoundSessionRow } from '@antiphon/server/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addFoldLines, NO_FOLD, sortSessions } from './fold-state.ts'
import { holdSessions } from './hold-sessions.ts'
import { cutExcerpt } from './preview-turn.ts'
import { toResultLines } from './result-lines.ts'
import { addFilter, formatSearch, readMarkedWords, readSearch, toFindQuery } from './search-query.ts'
import { findMarks, splitMarks } from './split-marks.ts'

const hit = (seq: number): FoundHit => ({
  ...{ log: 'log', seq, uuid: `u${seq}`, kind: 'prompt', tool: null, isSidechain: false, isError: false },
  ...{ at: null, snippet: 'where is the lamp', marks: [[13, 17]] as const },
})

const session = (id: string, fields: Partial<FoundSessionRow> = {}): FoundSessionRow => ({
  ...{ id, title: `About ${id}`, cwd: '/home/me', gitBranch: null, newest: null },
  ...{ count: 1, score: 1, hits: [hit(1)] },
  ...fields,
})

describe('splitMarks', () => {
  it('cuts at the marks', () => {
    expect(splitMarks('one two', [[4, 7]])).toEqual([
      { text: 'one ', isMarked: false },
      { text: 'two', isMarked: true },
    ])
  })
  it('loses nothing, whatever the marks are', () => {
    const marks = fc.array(fc.tuple(fc.integer({ min: -5, max: 40 }), fc.integer({ min: -5, max: 40 })))
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), marks, (text, pairs) => {
        expect(
          splitMarks(text, pairs)
            .map(part => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
  it('finds words of a title whatever their case', () => {
    expect(findMarks('The Lamp, a lamp', ['lamp'])).toEqual([
      [4, 8],
      [12, 16],
    ])
    expect(findMarks('İ lamp', ['lamp'])).toEqual([])
  })
})

describe('holdSessions', () => {
  it('keeps places and hits that are seen, lets numbers grow, and puts what is new behind', () => {
    const shown = [session('b', { hits: [hit(7)] }), session('gone'), session('a')]
    const sorted = [session('new', { score: 9 }), session('a', { count: 5 }), session('b', { count: 3 })]
    const held = holdSessions(sorted, shown)
    expect(held.map(({ id, count }) => [id, count])).toEqual([
      ['b', 3],
      ['a', 5],
      ['new', 1],
    ])
    expect(held[0]?.hits).toEqual([hit(7)])
    expect(holdSessions(sorted, [])).toBe(sorted)
  })
})

describe('what is typed', () => {
  it('gives its filters to the chips', () => {
    expect(readSearch('slow tool:Bash list project:"my app"')).toEqual({
      words: 'slow list',
      filters: [
        { name: 'tool', value: 'Bash' },
        { name: 'project', value: 'my app' },
      ],
    })
    expect(readSearch('http://tool:80 is:').filters).toEqual([])
  })
  it('is left in peace while a filter is being typed', () => {
    expect(readSearch('slow tool:Ba', true)).toEqual({ words: 'slow tool:Ba', filters: [] })
    expect(readSearch('slow tool:Bash ', true)).toEqual({
      words: 'slow ',
      filters: [{ name: 'tool', value: 'Bash' }],
    })
  })
  it('is one query again, with one filter of a name', () => {
    const { words, filters } = readSearch('slow tool:Bash project:"my app"')
    const changed = addFilter(filters, { name: 'tool', value: 'Edit' })
    expect(formatSearch({ words, filters: changed })).toBe('slow project:"my app" tool:Edit')
  })
  it('is looked for word by word in its session, and marked without filters', () => {
    expect(toFindQuery('slow "the list" tool:Bash -fast')).toBe('"slow" "the list" tool:Bash -fast')
    expect(readMarkedWords('Slow "the List" tool:Bash -fast')).toEqual(['slow', 'the list'])
  })
})

describe('the fold of a search', () => {
  it('takes the last word of each session, the best first', () => {
    const state = addFoldLines(NO_FOLD, [
      { kind: 'session', ...session('a', { score: 1 }) },
      { kind: 'session', ...session('b', { score: 5 }) },
      { kind: 'count', id: 'a', count: 12, newest: null, score: 9 },
      { kind: 'count', id: 'nobody', count: 12, newest: null, score: 9 },
    ])
    expect(sortSessions(state).map(({ id, count }) => [id, count])).toEqual([
      ['a', 12],
      ['b', 1],
    ])
  })
})

describe('the lines of the results', () => {
  it('are a session, its best hits, and how many are left', () => {
    const many = session('a', { count: 31, hits: [hit(1), hit(2), hit(3)] })
    const lines = toResultLines([many], { opened: new Map(), more: new Map() })
    expect(lines.map(({ kind }) => kind)).toEqual(['session', 'hit', 'hit', 'hit', 'more'])
    expect(lines.at(-1)).toMatchObject({ left: 28 })
  })
  it('have what was loaded, each place once, and no button when all is there', () => {
    const some = session('a', { count: 4, hits: [hit(1), hit(2), hit(3)] })
    const more = new Map([['a', [hit(3), hit(4)]]])
    const lines = toResultLines([some], { opened: new Map(), more })
    expect(lines.map(({ kind }) => kind)).toEqual(['session', 'hit', 'hit', 'hit', 'hit'])
  })
  it('are closed behind the first sessions, unless somebody opens one', () => {
    const sessions = Array.from({ length: 30 }, (_, index) => session(`s${index}`))
    const closed = toResultLines(sessions, { opened: new Map([['s0', false]]), more: new Map() })
    expect(closed.filter(({ kind }) => kind === 'hit')).toHaveLength(7)
    const opened = toResultLines(sessions, { opened: new Map([['s29', true]]), more: new Map() })
    expect(opened.at(-1)?.kind).toBe('hit')
  })
})

describe('the excerpt of a preview', () => {
  it('is the lines around the words', () => {
    const text = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n')
    expect(cutExcerpt(text, ['line 50'])?.split('\n')).toHaveLength(17)
    expect(cutExcerpt(text, ['nowhere'])).toBeUndefined()
  })
})
