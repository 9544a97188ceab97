import { buildPersonView, type Message } from '@antiphon/core'
import { summarizeWork } from '@antiphon/core/turns'
import { describe, expect, it } from 'vitest'
import { asText, plainScreen } from '../../test/plain-screen.ts'
import { formatPiece } from './format-piece.ts'
import type { TalkPiece } from './settle-turns.ts'

const call = (id: string, input: object, name = 'Read'): object => ({
  type: 'assistant',
  uuid: `c${id}`,
  message: { id, role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
})
const result = (id: string, isError = false): object => ({
  type: 'user',
  uuid: `r${id}`,
  message: {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isError }],
  },
})

function workOf(...messages: readonly object[]): TalkPiece {
  const items = buildPersonView(messages as readonly unknown[] as readonly Message[])
  const stories = items.flatMap(item => (item.kind === 'tool' ? [item.story] : []))
  return { kind: 'work', keys: [], items, summary: summarizeWork(stories) }
}

const show = (piece: TalkPiece, language: 'en' | 'zh-CN' = 'en'): string =>
  asText(formatPiece(piece, { cwd: '/' }, { ...plainScreen(), language }))

describe('formatPiece', () => {
  const read = [
    call('a', { file_path: '/a' }),
    result('a'),
    call('b', { file_path: '/b' }),
    result('b', true),
  ]

  it('tells work on one line, in the language of the person', () => {
    expect(show(workOf(...read))).toBe('\n✓ Read 2 files · 1 failed\n')
    expect(show(workOf(...read), 'zh-CN')).toBe('\n✓ 读取 2 个文件 · 1 个失败\n')
  })

  it('keeps in sight what the person answered', () => {
    const answers = { 'Which day?': 'Monday, any\u001b[2J other' }
    const asked = [call('q', {}, 'AskUserQuestion'), { ...result('q'), toolUseResult: { answers } }]
    expect(show(workOf(...asked))).toBe('\n✓ Used 1 other tool\n  · Which day? → Monday, any other\n')
  })

  it('says by its sign that nothing of it was done', () => {
    expect(show(workOf(call('b', { file_path: '/b' }), result('b', true)))).toMatch(/^\n✗ /)
    expect(show(workOf(call('b', { file_path: '/b' })))).toMatch(/^\n… /)
  })

  it('shows tasks by how they stand, and a plan as it is written', () => {
    const todos = [
      { content: 'One', status: 'completed' },
      { content: 'Two', status: 'in_progress' },
      { content: 'Three \u001b[2J', status: 'pending' },
      'no task',
    ]
    const [list] = buildPersonView([
      call('t', { todos }, 'TodoWrite'),
    ] as readonly unknown[] as readonly Message[])
    const [plan] = buildPersonView([
      call('p', { plan: '# Plan\n\n- look' }, 'ExitPlanMode'),
    ] as readonly unknown[] as readonly Message[])
    if (!list || !plan) throw new Error('there are two items')
    expect(show({ kind: 'item', keys: [], item: list })).toBe('\n  ☒ One\n  ▸ Two\n  ☐ Three\n')
    expect(show({ kind: 'item', keys: [], item: plan })).toContain('┃ # Plan')
  })
})
