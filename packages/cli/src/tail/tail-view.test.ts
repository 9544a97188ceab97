import type { Entry } from '@antiphon/core'
import type { FollowedItem } from '@antiphon/transcript'
import { describe, expect, it } from 'vitest'
import { plainScreen } from '../../test/plain-screen.ts'
import { createTailView, type TailView, type TailViewOptions } from './tail-view.ts'

const MAIN = '/store/projects/-p/s1.jsonl'
const AGENT = '/store/projects/-p/s1/subagents/agent-a1.jsonl'

function view(options: Partial<TailViewOptions> = {}): TailView {
  return createTailView({
    screen: () => plainScreen(60),
    isLive: false,
    lines: 2,
    hasSeveralSessions: false,
    hasWholeThinking: false,
    ...options,
  })
}

function followed(path: string, item: FollowedItem['item']): FollowedItem {
  const [, , , project = '', session = '', ...rest] = path.replace('.jsonl', '').split('/')
  return { path, key: { project, session, ...(rest.length > 0 && { subpath: rest.join('/') }) }, item }
}

let count = 0
function says(path: string, text: string, fields: object = {}): FollowedItem {
  count += 1
  const entry = {
    type: 'assistant',
    uuid: `${String(count).padStart(8, '0')}-0000-4000-8000-000000000000`,
    message: { id: `msg_${count}`, role: 'assistant', content: [{ type: 'text', text }] },
    ...fields,
  }
  return followed(path, { kind: 'entry', entry: entry as unknown as Entry, seq: 0, next: 1 })
}

function calls(path: string, id: string): FollowedItem {
  const content = [{ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } }]
  return says(path, '', { message: { role: 'assistant', content } })
}

function answers(path: string, id: string): FollowedItem {
  const content = [{ type: 'tool_result', tool_use_id: id, content: 'a.txt' }]
  return says(path, '', { type: 'user', message: { role: 'user', content } })
}

function show(tailView: TailView, items: readonly FollowedItem[]): string {
  return `\n${items.map(item => tailView.item(item)).join('')}`
}

describe('createTailView', () => {
  it('marks what subagents say, in their own files and in the session', () => {
    const items = [
      says(MAIN, 'I ask somebody.'),
      says(AGENT, 'I look.'),
      says(AGENT, 'I found it.'),
      says(MAIN, 'Thanks.'),
      says(MAIN, 'I was here, too.', { isSidechain: true }),
    ]
    expect(show(view(), items)).toBe(`
● I ask somebody.
  ┊ subagent a1
  ┊ ● I look.
  ┊ ● I found it.

● Thanks.
  ┊ subagent
  ┊ ● I was here, too.
`)
  })

  it('says which session speaks where there are several', () => {
    const items = [
      says('/store/projects/-p/s1.jsonl', 'One.'),
      says('/store/projects/-p/s1.jsonl', 'More.'),
      says('/store/projects/-q/s2.jsonl', 'Two.'),
    ]
    expect(show(view({ hasSeveralSessions: true }), items)).toBe(`
── s1 · -p ─────────────────────────────────────────────────

● One.

● More.

── s2 · -q ─────────────────────────────────────────────────

● Two.
`)
  })

  it('shows the last items only while it catches up, and all from then on', () => {
    const tailView = view()
    tailView.catchUp(MAIN)
    const items = [
      ...['1', '2', '3'].map(text => says(MAIN, text)),
      followed(MAIN, { kind: 'caught-up', seq: 3 }),
      ...['4', '5', '6'].map(text => says(MAIN, text)),
    ]
    expect(show(tailView, items)).toBe('\n● 2\n\n● 3\n\n● 4\n\n● 5\n\n● 6\n')
  })

  it('tells damage and new beginnings, and shows the last of what follows', () => {
    const items = [
      says(MAIN, 'old'),
      followed(MAIN, { kind: 'bad', reason: 'torn', seq: 1200, next: 1300 }),
      followed(MAIN, { kind: 'reset', reason: 'truncated' }),
      ...['1', '2', '3'].map(text => says(MAIN, text)),
      followed(MAIN, { kind: 'caught-up', seq: 3 }),
      followed(MAIN, { kind: 'reset', reason: 'deleted' }),
    ]
    expect(show(view(), items)).toBe(`
● old

! s1.jsonl: 100 bytes at byte 1,200 hold no entry (torn).
! s1.jsonl was cut or written anew; the last of it follows.

● 2

● 3

! s1.jsonl was deleted; waiting for it to come back.
`)
  })

  it('draws running calls below on a terminal, and prints a call when it is done', () => {
    const live = view({ isLive: true })
    expect(live.item(calls(MAIN, 'a'))).toBe('… Bash ls · running\n')
    expect(live.item(says(AGENT, 'Meanwhile.'))).toContain('  ┊ ● Meanwhile.\n… Bash ls · running\n')
    const done = live.item(answers(MAIN, 'a'))
    expect(done).toContain('✓ Bash ls\n  │ a.txt\n')
    expect(done).not.toContain('running')
    expect(show(view(), [calls(MAIN, 'b'), answers(MAIN, 'b')])).toBe('\n✓ Bash ls\n  │ a.txt\n')
  })

  it('lets no escape of a file reach the terminal', () => {
    const hostile = 'x\u001b[2J\u009b2J\u202ey'
    const text = show(view({ hasSeveralSessions: true }), [
      says(`/store/projects/-p${hostile}/s1.jsonl`, hostile),
      says(`/store/projects/-p/s1/subagents/agent-${hostile}.jsonl`, hostile),
      followed(`/store/projects/-p/s${hostile}.jsonl`, { kind: 'reset', reason: 'replaced' }),
    ])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  })
})
