import { buildToolStories, type Message, type ToolStory } from '@antiphon/core'
import type { ToolItem } from '@antiphon/core/ui'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { createLog } from '../../test/make-sessions.ts'
import { WaitingCallsValue } from '../chat/waiting-calls.ts'
import { ToolView } from './tool-view.tsx'

type Call = {
  readonly name: string
  readonly input: object
  readonly result?: object
  readonly details?: object
}

function tell({ name, input, result, details }: Call): ToolStory {
  const log = createLog('s')
  log.answer({ type: 'tool_use', id: 't', name, input })
  if (result)
    log.add({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', ...result }] },
      ...(details && { toolUseResult: details }),
    })
  const [story] = buildToolStories(log.entries as unknown as Message[])
  if (!story) throw new Error('no story')
  return story
}

function show(
  call: Call,
  { more = {}, waiting = [] }: { more?: Partial<ToolStory>; waiting?: string[] } = {},
) {
  const story = { ...tell(call), ...more }
  const item = { kind: 'tool', key: 'k', timestamp: '', story } as unknown as ToolItem
  return draw(
    <WaitingCallsValue.Provider value={new Set(waiting)}>
      <ToolView item={item} name="n" place={undefined} />
    </WaitingCallsValue.Provider>,
  )
}

const LIST = { name: 'Bash', input: { command: 'ls' } }

describe('ToolView', () => {
  it('says how a call stands', () => {
    const sign = (...args: Parameters<typeof show>) => show(...args).attributes('span', 'aria-label')[0]
    expect(sign(LIST)).toBe('running')
    expect(sign(LIST, { waiting: ['t'] })).toBe('waits for you')
    expect(sign({ ...LIST, result: { content: 'a.txt' } })).toBe('done')
    expect(sign({ ...LIST, result: { content: 'a.txt' } }, { waiting: ['t'] })).toBe('done')
    expect(sign({ ...LIST, result: { content: 'no', is_error: true } })).toBe('failed')
  })

  it('tells a duration that is worth it, and whether it is a bound', () => {
    const took = (more: Partial<ToolStory>) => show({ ...LIST, result: { content: '' } }, { more }).text
    expect(took({ durationMs: 99 })).not.toContain('ms')
    expect(took({ durationMs: 61_000, isDurationAtMost: true })).toContain('≤ 1 min 1 s')
  })

  it('shows a command with what it printed, and its errors apart', () => {
    const drawn = show({
      name: 'Bash',
      input: { command: 'ls a.txt\nls b.txt' },
      result: { content: 'a.txt\nno such file' },
      details: { stdout: 'a.txt', stderr: 'no such file' },
    })
    expect(drawn.text).toMatch(/\$ ls a\.txt ls b\.txt .*a\.txt.*no such file/)
  })

  it('shows a change as lines, and of a failed one why', () => {
    const edit = { name: 'Edit', input: { file_path: '/a.ts', old_string: 'one', new_string: 'two' } }
    const done = show({ ...edit, result: { content: 'The file was updated.' } })
    expect(done.attributes('figure', 'aria-label')).toEqual(['/a.ts'])
    expect(done.text).toMatch(/removed one .*added two/)
    expect(done.text).not.toContain('The file was updated.')
    expect(show({ ...edit, result: { content: 'Not found.', is_error: true } }).text).toContain('Not found.')
  })

  it('shows what is to be done with its state', () => {
    const todos = [
      { content: 'light', status: 'completed' },
      { content: 'sing', status: 'in_progress' },
      { content: 'rest', status: 'pending' },
    ]
    const drawn = show({ name: 'TodoWrite', input: { todos }, result: { content: 'ok' } })
    expect(drawn.each('li')).toEqual(['☑ light', '◐ sing', '☐ rest'])
  })
})
