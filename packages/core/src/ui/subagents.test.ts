import { describe, expect, it } from 'vitest'
import type { Message } from '../message/message.ts'
import { answer, entry, prompt, text, toolResult, toolUse } from '../testing/ui-messages.ts'
import { buildPersonView } from './build-view.ts'
import type { PersonItem } from './person-item.ts'
import { buildToolStories } from './tool-story.ts'

const outline = (items: readonly PersonItem[]): unknown[] =>
  items.map(item => (item.kind === 'tool' ? { [item.story.id]: outline(item.story.children) } : item.text))

const task = (id: string, input: object = { prompt: id }) => toolUse(id, 'Task', input)
const view = (...log: readonly Message[]) => outline(buildPersonView(log, { includeMeta: true }))

describe('the work of subagents', () => {
  it('stands under the call whose result names the agent', () => {
    const side = { isSidechain: true, agentId: 'a1' }
    expect(
      view(
        answer('m1', [task('t1')]),
        prompt('look', side),
        answer('s1', [toolUse('t2')], side),
        toolResult('t2', 'ok', side),
        answer('s2', [text('found')], side),
        toolResult('t1', 'found', { toolUseResult: { agentId: 'a1' } }),
        answer('m2', [text('end')]),
      ),
    ).toEqual([{ t1: ['look', { t2: [] }, 'found'] }, 'end'])
  })

  it('stands under the call that progress names, each message once', () => {
    const first = prompt('look')
    const second = answer('s1', [toolUse('t2')])
    const progress = (message: Message, normalizedMessages: readonly Message[] = []) =>
      entry('progress', {
        parentToolUseID: 't1',
        data: { type: 'agent_progress', agentId: 'a1', message, normalizedMessages },
      })
    expect(
      view(
        answer('m1', [task('t1')]),
        progress(first),
        progress(second, [first]),
        progress(toolResult('t2'), [first, second]),
        { ...second, isSidechain: true, agentId: 'a1' } as unknown as Message,
        toolResult('t1'),
      ),
    ).toEqual([{ t1: ['look', { t2: [] }] }])
  })

  it('stands under the call with its prompt where nothing else names it', () => {
    const a = prompt('task a', { isSidechain: true, parentUuid: null })
    const b = prompt('task b', { isSidechain: true, parentUuid: null })
    expect(
      view(
        answer('m1', [task('t1', { prompt: 'task a' }), task('t2', { prompt: 'task b' })]),
        b,
        a,
        answer('s1', [text('of b')], { isSidechain: true, parentUuid: b.uuid }),
        answer('s2', [text('of a')], { isSidechain: true, parentUuid: a.uuid }),
        toolResult('t2'),
        toolResult('t1'),
      ),
    ).toEqual([{ t1: ['task a', 'of a'] }, { t2: ['task b', 'of b'] }])
  })

  it('stands under the calls with one prompt in their order', () => {
    const start = () => prompt('same', { isSidechain: true, parentUuid: null })
    expect(
      view(answer('m1', [task('t1', { prompt: 'same' }), task('t2', { prompt: 'same' })]), start(), start()),
    ).toEqual([{ t1: ['same'] }, { t2: ['same'] }])
  })

  it('stands under the latest open call where not even the prompt is known', () => {
    expect(
      view(
        answer('m1', [task('t1'), task('t2')]),
        toolResult('t2'),
        answer('s1', [text('whose?')], { isSidechain: true }),
      ),
    ).toEqual([{ t1: ['whose?'] }, { t2: [] }])
  })

  it('stands under the call that the wire names', () => {
    expect(
      view(answer('m1', [task('t1')]), answer('s1', [text('hi')], { parent_tool_use_id: 't1' })),
    ).toEqual([{ t1: ['hi'] }])
  })

  it('nests as the agents did', () => {
    const below = (id: string) => ({ parentToolUseID: id })
    expect(
      view(
        answer('m1', [task('t1')]),
        answer('s1', [task('t2')], below('t1')),
        answer('s2', [toolUse('t3')], below('t2')),
        toolResult('t3', 'ok', below('t2')),
        toolResult('t2', 'ok', below('t1')),
        toolResult('t1'),
      ),
    ).toEqual([{ t1: [{ t2: [{ t3: [] }] }] }])
  })

  it('gives hooks and progress of a subagent to its own call', () => {
    const [, inner] = buildToolStories([
      answer('m1', [task('t1')]),
      answer('s1', [toolUse('t2')], { parentToolUseID: 't1' }),
      entry('progress', { toolUseID: 't2', data: { type: 'hook_progress', hookEvent: 'PreToolUse' } }),
      entry('progress', { parentToolUseID: 't2', data: { type: 'bash_progress' } }),
    ])
    expect(inner).toMatchObject({
      id: 't2',
      preHooks: [{ type: 'progress' }],
      progress: { type: 'progress' },
    })
  })

  it('keeps what a tool told the model under its call', () => {
    expect(
      view(
        answer('m1', [toolUse('t1', 'Skill', { skill: 'pdf' })]),
        toolResult('t1'),
        prompt('How to read PDFs', { isMeta: true, sourceToolUseID: 't1' }),
      ),
    ).toEqual([{ t1: ['How to read PDFs'] }])
  })

  it('stands in the main thread, marked, where its call is not in the log', () => {
    const side = { isSidechain: true, agentId: 'a1' }
    expect(buildPersonView([prompt('look', side), answer('s1', [toolUse('t1')], side)])).toMatchObject([
      { kind: 'prompt', isSidechain: true },
      { kind: 'tool', isSidechain: true },
    ])
  })

  it('loses nothing where calls stand inside each other', () => {
    const log = [
      answer('m1', [task('t1')], { parentToolUseID: 't2' }),
      answer('m2', [task('t2')], { parentToolUseID: 't1' }),
      answer('m3', [task('t3')], { parentToolUseID: 't3' }),
    ]
    expect(buildToolStories(log).map(story => story.id)).toEqual(['t1', 't2', 't3'])
  })

  it('bounds how deep calls stand below each other and loses none', () => {
    const log = Array.from({ length: 20_000 }, (_, index) =>
      answer(`m${index}`, [task(`t${index + 1}`)], { parentToolUseID: `t${index}` }),
    )
    const items = buildPersonView(log)
    expect(buildToolStories(log)).toHaveLength(20_000)
    expect(JSON.stringify(items).length).toBeGreaterThan(20_000)
  })
})
