import { describe, expect, it } from 'vitest'
import { buildConversation } from '../log/build-conversation.ts'
import type { Entry } from '../log/entry.ts'
import { answer, toolResult, toolUse } from '../testing/ui-messages.ts'
import { buildPersonView } from '../ui/build-view.ts'
import { compareSessions } from './compare-sessions.ts'
import { type ToldSession, tellSession } from './tell-session.ts'

let count = 0

/** A log of prompts, each answered by an edit and some words. */
function tell(...turns: readonly (readonly [asked: string, answer: string, file?: string])[]): ToldSession {
  let parentUuid: string | null = null
  const entries: Entry[] = []
  const add = (fields: object): void => {
    const uuid = `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`
    const timestamp = new Date(Date.UTC(2026, 1, 3, 8, 0, entries.length)).toISOString()
    entries.push({
      uuid,
      parentUuid,
      timestamp,
      sessionId: 's',
      cwd: '/w',
      gitBranch: 'main',
      isSidechain: false,
      ...fields,
    } as unknown as Entry)
    parentUuid = uuid
  }
  for (const [index, [asked, answer, file]] of turns.entries()) {
    const usage = { input_tokens: 1000, output_tokens: 100 }
    const say = (content: readonly object[], id: string): void =>
      add({
        type: 'assistant',
        message: { id, role: 'assistant', model: 'claude-opus-4-5-20251101', usage, content },
      })
    add({ type: 'user', message: { role: 'user', content: asked } })
    if (file) {
      const input = { file_path: file, content: 'a\nb\n' }
      say([{ type: 'tool_use', id: `t${index}`, name: 'Write', input }], `m${index}a`)
      const block = { type: 'tool_result', tool_use_id: `t${index}`, content: 'ok' }
      add({
        type: 'user',
        message: { role: 'user', content: [block] },
        toolUseResult: { type: 'create', filePath: file, content: 'a\nb\n' },
      })
    }
    if (answer !== '') say([{ type: 'text', text: answer }], `m${index}b`)
  }
  return tellSession(buildConversation(entries))
}

describe('tellSession', () => {
  it('tells turns, files, tools, time and cost', () => {
    const told = tell(['Why is the lamp dark?', 'A **fuse**.', '/w/src/a.ts'])
    expect(told).toMatchObject({
      title: 'Why is the lamp dark?',
      cwd: '/w',
      gitBranch: 'main',
      models: ['claude-opus-4-5-20251101'],
      files: [{ path: 'src/a.ts', status: 'created', added: 2, removed: 0 }],
      tools: { Write: 1 },
      failed: 0,
      isCostKnown: true,
    })
    expect(told.costUsd).toBeGreaterThan(0)
    expect(told.costUsdAtLeast).toBeGreaterThanOrEqual(told.costUsd)
    expect(told.turns).toMatchObject([
      {
        number: 1,
        asked: 'Why is the lamp dark?',
        calls: 1,
        parts: [{ kind: 'work' }, { kind: 'text', text: 'A **fuse**.' }],
      },
    ])
  })

  it('leaves out the time of what the program answered by itself, as it is no turn', () => {
    const told = tell(
      ['Build it', 'Done.'],
      ['<command-name>/status</command-name>', ''],
      ['<local-command-stdout>All is well.</local-command-stdout>', ''],
      ['Again', 'Done again.'],
    )
    expect(told.turns.map(({ number, durationMs }) => [number, durationMs])).toEqual([
      [1, 1000],
      [null, 1000],
      [2, 1000],
    ])
    expect(told.durationMs).toBe(2000)
  })

  it('tells files from the folder where it began, its subagents’ included', () => {
    const entries = [
      { type: 'user', message: { role: 'user', content: 'Go' }, cwd: '/w' },
      { type: 'user', message: { role: 'user', content: 'On' }, cwd: '/w/below' },
    ].map((fields, index) => ({ ...fields, uuid: `u${index}`, parentUuid: index === 0 ? null : 'u0' }))
    const input = { file_path: '/w/a.ts', content: 'a\n' }
    const told = { type: 'create', filePath: '/w/a.ts', content: 'a\n' }
    const agent = buildPersonView([
      answer('m', [toolUse('w', 'Write', input)]),
      toolResult('w', 'ok', { toolUseResult: told }),
    ])
    const session = tellSession(
      buildConversation(entries as unknown as readonly Entry[]),
      new Map([['a1', agent]]),
    )
    expect(session).toMatchObject({
      cwd: '/w',
      files: [{ path: 'a.ts', status: 'created', added: 1, removed: 0 }],
    })
  })
})

describe('compareSessions', () => {
  it('puts turns side by side that were asked the same', () => {
    const one = tell(['Start', 'ok'], ['Fix the lamp', 'done', '/w/a.ts'], ['Test it', 'green'])
    const other = tell(['start ', 'ok'], ['Look around', 'seen'], ['Fix the  lamp', 'it is fixed', '/w/b.ts'])
    expect(compareSessions(one, other)).toEqual({
      rows: [
        { kind: 'both', one: 0, other: 0, isSame: true },
        { kind: 'other', other: 1 },
        { kind: 'both', one: 1, other: 2, isSame: false },
        { kind: 'one', one: 2 },
      ],
      files: [
        { path: 'a.ts', one: { added: 2, removed: 0 } },
        { path: 'b.ts', other: { added: 2, removed: 0 } },
      ],
    })
  })

  it('has every turn of both exactly once', () => {
    const one = tell(['a', '1'], ['b', '2'], ['a', '3'])
    const other = tell(['b', '2'], ['a', '3'], ['c', '4'])
    const { rows } = compareSessions(one, other)
    expect(rows.flatMap(row => ('one' in row ? [row.one] : []))).toEqual([0, 1, 2])
    expect(rows.flatMap(row => ('other' in row ? [row.other] : []))).toEqual([0, 1, 2])
  })
})
