import type { Entry } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { createTailThread } from './tail-threads.ts'

let count = 0
function entry(type: 'user' | 'assistant', content: unknown, more: object = {}): Entry {
  count += 1
  const uuid = `${String(count).padStart(8, '0')}-0000-4000-8000-000000000000`
  const message = { role: type, content, ...(type === 'assistant' && { id: 'msg_1' }) }
  return { type, uuid, parentUuid: null, timestamp: '2026-01-01T00:00:00.000Z', message, ...more }
}

function call(id: string, text?: string): Entry {
  const block = { type: 'tool_use', id, name: 'Bash', input: { command: `run ${id}` } }
  return entry('assistant', text === undefined ? [block] : [{ type: 'text', text }, block])
}

function result(id: string): Entry {
  return entry('user', [{ type: 'tool_result', tool_use_id: id, content: `done ${id}` }])
}

describe('createTailThread', () => {
  it('shows a call when its result is there, and what stands beside it at once and once', () => {
    const thread = createTailThread()
    expect(thread.push(call('a', 'I look.')).map(item => item.text)).toEqual(['I look.'])
    expect(thread.running().map(item => item.story.id)).toEqual(['a'])
    const [tool, ...others] = thread.push(result('a'))
    expect(tool).toMatchObject({ kind: 'tool', story: { id: 'a', status: 'done' } })
    expect(others).toEqual([])
    expect(thread.running()).toEqual([])
  })

  it('shows calls that run side by side as each ends', () => {
    const thread = createTailThread()
    for (const id of ['a', 'b']) thread.push(call(id))
    expect(thread.push(result('b'))).toMatchObject([{ story: { id: 'b', status: 'done' } }])
    expect(thread.push(result('a'))).toMatchObject([{ story: { id: 'a', status: 'done' } }])
  })

  it('takes a late result of a call that it gave up for what it is', () => {
    const thread = createTailThread()
    thread.push(call('a'))
    expect(thread.push(entry('user', 'Stop that.'))).toMatchObject([
      { kind: 'tool', story: { status: 'interrupted' } },
      { kind: 'prompt' },
    ])
    expect(thread.push(result('a'))).toEqual([])
  })

  it('shows nothing for records, progress and what is no message', () => {
    const thread = createTailThread()
    const strange: readonly Entry[] = [
      { type: 'custom-title', customTitle: 'x' },
      { type: 'user' },
      { type: 'assistant', message: 7 },
      {},
    ].map(value => value as Entry)
    expect(strange.flatMap(value => thread.push(value)).filter(item => item.text !== '')).toEqual([])
  })

  it('holds a bounded number of calls that never end', () => {
    const thread = createTailThread()
    for (let n = 0; n < 200; n++) thread.push(call(`call-${n}`))
    expect(thread.running().length).toBeLessThanOrEqual(51)
  })

  it('knows where the session works', () => {
    const thread = createTailThread()
    thread.push(entry('user', 'hello', { cwd: '/home/dev/project' }))
    expect(thread.cwd()).toBe('/home/dev/project')
  })
})
