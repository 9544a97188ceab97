import { createPersonView, type Entry } from '@antiphon/core'
import { groupTurns, type PersonTurn } from '@antiphon/core/turns'
import type { LogPlace } from '@antiphon/core/ui'
import { describe, expect, it } from 'vitest'
import { settleTurns, type TalkPiece } from './settle-turns.ts'

const user = (text: string): object => ({ type: 'user', message: { role: 'user', content: text } })
const say = (text: string): object => ({
  type: 'assistant',
  message: { id: text, role: 'assistant', content: [{ type: 'text', text }] },
})
const call = (id: string, name = 'Read'): object => ({
  type: 'assistant',
  message: {
    id,
    role: 'assistant',
    content: [{ type: 'tool_use', id, name, input: { file_path: `/${id}`, todos: [] } }],
  },
})
const result = (id: string): object => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
})

function turnsOf(...entries: readonly object[]): readonly PersonTurn<LogPlace>[] {
  const view = createPersonView<LogPlace>({ isUnlinked: true })
  for (const [seq, entry] of entries.entries())
    view.append({ uuid: `u${seq}`, timestamp: '2026-01-01T00:00:00Z', ...entry } as unknown as Entry, { seq })
  return groupTurns(view.items())
}

const names = (pieces: readonly TalkPiece[]): readonly string[] =>
  pieces.map(piece =>
    piece.kind === 'item' ? piece.item.text || piece.item.kind : `${piece.kind} ${piece.keys.length}`,
  )

describe('settleTurns', () => {
  const turn = [user('do it'), say('I look.'), call('a'), result('a'), call('b')]

  it('keeps the work at the end of a turn live while it goes on, and prints what stands before it', () => {
    const { ready, live } = settleTurns(turnsOf(...turn), { isRunning: true, printed: new Set() })
    expect(names(ready)).toEqual(['do it', 'I look.'])
    expect(names(live)).toEqual(['work 2'])
  })

  it('prints work when words follow it, and everything when the turn is over', () => {
    const entries = [...turn, result('b'), say('Done.')]
    const running = settleTurns(turnsOf(...entries), { isRunning: true, printed: new Set() })
    expect(names(running.ready)).toEqual(['do it', 'I look.', 'work 2', 'Done.'])
    const over = settleTurns(turnsOf(...turn), { isRunning: false, printed: new Set() })
    expect(over.live).toEqual([])
  })

  it('tells nothing twice, and of work only what is new', () => {
    const printed = new Set(
      settleTurns(turnsOf(...turn.slice(0, 4)), { isRunning: false, printed: new Set() }).ready.flatMap(
        ({ keys }) => keys,
      ),
    )
    const { ready } = settleTurns(turnsOf(...turn, result('b')), { isRunning: false, printed })
    expect(names(ready)).toEqual(['work 1'])
  })

  it('lets a list of tasks keep nobody waiting', () => {
    const entries = [user('do it'), call('t', 'TodoWrite'), result('t'), say('On it.'), call('b')]
    const { ready, live } = settleTurns(turnsOf(...entries), { isRunning: true, printed: new Set() })
    expect(names(ready)).toEqual(['do it', 'On it.'])
    expect(live).toHaveLength(2)
  })
})
