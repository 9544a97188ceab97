import { decodeLines, type Entry } from '@antiphon/core'
import { CORPUS, isForeignToCorpus, readCorpus } from '@antiphon/core/testing/corpus'
import { countLines, groupTurns, itemsOf, type Turn } from '@antiphon/core/turns'
import { createPersonView, type LogPlace } from '@antiphon/core/ui'
import { describe, expect, it } from 'vitest'
import { createLog, uuidOf } from '../../../web/test/make-sessions.ts'
import type { OutlineTurn } from '../protocol/outline.ts'
import { createOutlineScan } from './outline-scan.ts'

function scan(bytes: Uint8Array): readonly OutlineTurn[] {
  const outline = createOutlineScan()
  outline.take(bytes, 0)
  return outline.turns(bytes.length).turns
}

const toBytes = (entries: readonly unknown[]): Uint8Array =>
  Buffer.from(entries.map(entry => `${JSON.stringify(entry)}\n`).join(''))

/** The same turns by the whole reading. */
function readTurns(bytes: Uint8Array): readonly Turn[] {
  const view = createPersonView<LogPlace>()
  for (const line of decodeLines(bytes))
    if (line.kind === 'entry') view.append(line.entry, { seq: line.offset })
  return groupTurns(view.items())
}

function count(turn: Turn) {
  const stories = itemsOf(turn).flatMap(({ item }) => (item.kind === 'tool' ? [item.story] : []))
  const lines = stories.flatMap(story => countLines(story) ?? [])
  return {
    number: turn.number ?? null,
    seq: turn.heading[0]?.place?.placed.seq ?? null,
    calls: stories.length,
    failed: stories.filter(({ status }) => status === 'failed').length,
    added: lines.reduce((sum, { added }) => sum + added, 0),
    removed: lines.reduce((sum, { removed }) => sum + removed, 0),
  }
}

/** In the one each call of an answer is a branch of its own, left in mid-turn; the other was made up, of one entry of each kind. */
const ODD: readonly string[] = ['agentsview-session-5de701fc', 'agent-sessions-small']

function makeLog() {
  const log = createLog('turns')
  log.say('Build it')
  log.answer({
    type: 'tool_use',
    id: 'a',
    name: 'Edit',
    input: { file_path: '/w/a', old_string: 'x\ny\n', new_string: 'z\n' },
  })
  log.add({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'done' }] },
    toolUseResult: {
      filePath: '/w/a',
      structuredPatch: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 1, lines: ['-x', '-y', '+z'] }],
    },
  })
  log.answer({ type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'false' } })
  log.add({
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'b', is_error: true, content: 'Exit code 1' }],
    },
  })
  log.answer({ type: 'text', text: 'Done.' })
  log.say('And now the rest')
  return log
}

describe('the turns of an outline', () => {
  it('tell what was asked, done, failed and changed', () => {
    const [first, second] = scan(toBytes(makeLog().entries))
    expect(first).toMatchObject({ number: 1, text: 'Build it', calls: 2, failed: 1, added: 1, removed: 2 })
    expect(second).toMatchObject({ number: 2, text: 'And now the rest', calls: 0, compactions: 0 })
  })

  it('grow with the log by what is new', () => {
    const bytes = toBytes(makeLog().entries)
    const outline = createOutlineScan()
    let from = 0
    for (let end = bytes.indexOf(10) + 1; end > 0; end = bytes.indexOf(10, end) + 1) {
      outline.take(bytes.subarray(from, end), from)
      from = end
      expect(outline.turns(end).turns).toEqual(scan(bytes.subarray(0, end)))
    }
    expect(outline.turns(bytes.length).turns).toHaveLength(2)
  })

  it('leave out what was rewound, and count compactions behind the turn in which they fell', () => {
    const log = makeLog()
    log.add({
      type: 'user',
      parentUuid: uuidOf(6),
      message: { role: 'user', content: 'Rather the other way' },
    })
    log.answer({ type: 'text', text: 'As you like.' })
    log.add({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' })
    const turns = scan(toBytes(log.entries))
    expect(turns.map(({ number, text, compactions }) => [number, text, compactions])).toEqual([
      [1, 'Build it', 0],
      [2, 'Rather the other way', 1],
    ])
  })

  it('count of real sessions what the whole reading counts', () => {
    let checked = 0
    for (const name of CORPUS) {
      const bytes = readCorpus(name)
      if (isForeignToCorpus(name) || ODD.some(odd => name.startsWith(odd)) || bytes.length > 1_000_000)
        continue
      const expected = readTurns(bytes).map(count)
      const told = scan(bytes).map(({ number, seq, calls, failed, added, removed }, index) => ({
        ...{ number, seq: expected[index]?.seq === null ? null : seq },
        ...{ calls, failed, added, removed },
      }))
      const isNumbered = (turn: { readonly number: number | null }): boolean => turn.number !== null
      expect({ name, turns: told.filter(isNumbered) }).toEqual({ name, turns: expected.filter(isNumbered) })
      checked += expected.length
    }
    expect(checked).toBeGreaterThan(100)
  })

  it('take anything', () => {
    const strange: readonly unknown[] = [
      null,
      7,
      [],
      { type: 'user' },
      { type: 'assistant', message: { content: [{ type: 'tool_use' }] } },
    ]
    expect(() => scan(toBytes(strange))).not.toThrow()
    expect(
      scan(toBytes([{ type: 'user', message: { content: [null] } }] satisfies readonly Partial<Entry>[])),
    ).toEqual([])
  })
})
