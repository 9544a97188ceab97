import { buildConversation, createPersonView } from '@antiphon/core'
import { scanEntries } from '@antiphon/core/log'
import { CORPUS, isForeignToCorpus, readCorpus } from '@antiphon/core/testing/corpus'
import { groupTurns, itemsOf } from '@antiphon/core/turns'
import { NODE_BYTE_TEXT } from '@antiphon/transcript'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLog, makeForkedLog, toLines } from '../../../web/test/make-sessions.ts'
import type { TurnOutline } from '../protocol/turn-outline.ts'
import { createOutlineScan } from './outline-scan.ts'

function turnsOf(text: string | Uint8Array): TurnOutline {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const scan = createOutlineScan()
  scan.take(bytes, 0)
  return scan.turns(bytes.length)
}

describe('the turns of a log', () => {
  it('tell what was asked, and how much was done for it', () => {
    const log = createLog('turns')
    log.say('Make it faster')
    const input = { file_path: '/w/a', old_string: 'b', new_string: 'c\nd' }
    log.answer({ type: 'tool_use', id: 'a', name: 'Edit', input })
    log.result('a', 'ok', { structuredPatch: [{ lines: [' a', '-b', '+c', '+d'] }] })
    log.answer({ type: 'tool_use', id: 'b', name: 'Bash', input: {} })
    log.add({
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'b', is_error: true, content: 'no' }],
      },
    })
    log.add({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' })
    log.say('<command-name>/model</command-name><command-args></command-args>')
    log.say('Thanks')
    const { turns, compactions } = turnsOf(toLines(log.entries))
    expect(turns).toMatchObject([
      {
        number: 1,
        seq: 0,
        text: 'Make it faster',
        calls: 2,
        failed: 1,
        added: 2,
        removed: 1,
        durationMs: 5000,
      },
      { number: 2, text: 'Thanks', calls: 0, failed: 0, durationMs: null },
    ])
    expect(compactions).toHaveLength(1)
    expect(turns[0]?.last).toBeLessThan(compactions[0] ?? 0)
  })

  it('are bounded, whatever is asked for, and say how many there are', () => {
    const log = createLog('many')
    for (let turn = 1; turn <= 3000; turn += 1) log.say(`Question ${turn} ${'多'.repeat(300)}`)
    const text = toLines(log.entries)
    const scan = createOutlineScan()
    scan.take(Buffer.from(text), 0)
    const firstOf = (around?: number): unknown => scan.turns(Buffer.byteLength(text), around).turns[0]?.number
    expect([firstOf(), firstOf(0)]).toEqual([2801, 1])
    const outline = scan.turns(Buffer.byteLength(text))
    expect(JSON.stringify(outline).length).toBeLessThan(80_000)
    expect(outline).toMatchObject({ count: 3000 })
    expect(outline.turns).toHaveLength(200)
    expect(scan.turns(1).turns[0]?.number).toBe(1)
  })

  it('leave out what the conversation left behind', () => {
    const { turns } = turnsOf(toLines(makeForkedLog(2)))
    expect(turns.map(({ number, text }) => [number, text])).toEqual([
      [1, 'Build it'],
      [2, 'The other way'],
      [3, 'Question 0'],
      [4, 'Question 1'],
    ])
  })

  it('count lines as the page does: what differs, of notebooks too', () => {
    const log = createLog('lines')
    log.say('Write')
    const content = 'a\nB\nc\n'
    log.answer({ type: 'tool_use', id: 'w', name: 'Write', input: { file_path: '/w', content } })
    log.result('w', 'ok', { filePath: '/w', content, type: 'update', originalFile: 'a\nb\nc\n' })
    const edit = { file_path: '/e', old_string: 'a\nb', new_string: 'a\nx\ny' }
    log.answer({ type: 'tool_use', id: 'e', name: 'Edit', input: edit })
    log.result('e', 'ok')
    const cell = { notebook_path: '/n.ipynb', new_source: 'one' }
    log.answer({ type: 'tool_use', id: 'n', name: 'NotebookEdit', input: cell })
    log.result('n', 'ok')
    expect(turnsOf(toLines(log.entries)).turns).toMatchObject([{ calls: 3, added: 4, removed: 2 }])
  })

  it('count every result of an entry that holds several', () => {
    const log = createLog('several')
    log.say('Do both')
    log.answer({ type: 'tool_use', id: 'a', name: 'Bash', input: {} })
    log.answer({ type: 'tool_use', id: 'b', name: 'Bash', input: {} })
    const results = ['a', 'b'].map(id => ({
      type: 'tool_result',
      tool_use_id: id,
      is_error: true,
      content: 'no',
    }))
    log.add({ type: 'user', message: { role: 'user', content: results } })
    expect(turnsOf(toLines(log.entries)).turns).toMatchObject([{ calls: 2, failed: 2 }])
  })

  it('are those of the page where entries stand twice, were never sent or were taken back', () => {
    fc.assert(
      fc.property(fc.array(arbitraryStep, { maxLength: 24 }), steps => {
        const bytes = Buffer.from(toLines(makeTwistedLog(steps)))
        const read = readPage(bytes)
        const { turns } = turnsOf(bytes)
        expect(turns.map(({ seq, calls, failed }) => [seq, calls, failed])).toEqual(read)
      }),
    )
  })

  it('are those of the page, in every log of the corpus', () => {
    for (const name of CORPUS.filter(one => !isForeignToCorpus(one))) {
      const bytes = readCorpus(name)
      const entries = [...scanEntries(bytes, NODE_BYTE_TEXT)]
      // What has several roots is told apart by the page's own reading of its order.
      if (buildConversation(entries.map(({ entry }) => entry)).branches.length > 0) continue
      const view = createPersonView()
      for (const { entry, offset } of entries) view.append(entry, { seq: offset })
      const read = groupTurns(view.items()).filter(turn => turn.number !== undefined)
      const { turns } = turnsOf(bytes)
      expect(
        turns.map(({ seq }) => seq),
        name,
      ).toEqual(read.map(turn => itemsOf(turn)[0]?.place?.placed.seq))
    }
  })
})

type Step = { readonly kind: 'say' | 'say aside' | 'call' | 'again' | 'take back'; readonly back: number }

const arbitraryStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('say', 'say aside', 'call', 'call', 'again', 'again', 'take back'),
  back: fc.nat(8),
})

function makeTwistedLog(steps: readonly Step[]): readonly unknown[] {
  const log = createLog('twisted')
  const lines: unknown[] = []
  const take = (): void => void lines.push(log.entries.at(-1))
  const first = log.say('Begin')
  lines.push(first)
  for (const [index, { kind, back }] of steps.entries()) {
    if (kind === 'again') lines.push(...lines.slice(-1 - back).slice(0, 2))
    if (kind === 'say') log.say(`Question ${index}`)
    if (kind === 'say aside')
      log.add({ type: 'user', isVirtual: true, message: { role: 'user', content: `Aside ${index}` } })
    if (kind === 'say' || kind === 'say aside') take()
    if (kind === 'call') {
      log.answer({ type: 'tool_use', id: `c${index}`, name: 'Bash', input: {} })
      take()
      const content = [{ type: 'tool_result', tool_use_id: `c${index}`, is_error: back > 4, content: 'x' }]
      log.add({ type: 'user', message: { role: 'user', content } })
      take()
    }
    if (kind === 'take back') {
      log.answer(
        back > 4
          ? { type: 'text', text: 'First' }
          : { type: 'tool_use', id: `t${index}`, name: 'Bash', input: {} },
      )
      take()
      const { uuid } = log.entries.at(-1) as { readonly uuid: string }
      log.add({
        type: 'assistant',
        supersedesUuids: [uuid],
        message: { id: `r${index}`, role: 'assistant', content: [{ type: 'text', text: 'Second' }] },
      })
      take()
    }
  }
  return lines
}

function readPage(bytes: Uint8Array): readonly unknown[] {
  const view = createPersonView()
  for (const { entry, offset } of scanEntries(bytes, NODE_BYTE_TEXT)) view.append(entry, { seq: offset })
  return groupTurns(view.items())
    .filter(turn => turn.number !== undefined)
    .map(turn => {
      const items = itemsOf(turn)
      const stories = items.flatMap(({ item }) => (item.kind === 'tool' ? [item.story] : []))
      const failed = stories.filter(({ status }) => status === 'failed').length
      return [items[0]?.place?.placed.seq, stories.length, failed]
    })
}
