import { buildToolStories, type Message, type ToolStory } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { createLog } from '../../test/make-sessions.ts'
import { WaitingCallsValue } from '../chat/waiting-calls.ts'
import type { StoryItem } from '../story/compute-story.ts'
import { createFolds } from '../story/folds.ts'
import { type ReaderContext, SessionContextValue } from '../story/session-context.ts'
import { StepView } from './step-view.tsx'

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

type Shown = {
  readonly more?: Partial<ToolStory>
  readonly waiting?: readonly string[]
  readonly isOpen?: boolean
}

function show(call: Call, { more = {}, waiting = [], isOpen }: Shown = {}) {
  const story = { ...tell(call), ...more }
  const folds = createFolds()
  if (isOpen !== undefined) folds.set('n', isOpen)
  const context: ReaderContext = {
    session: 's',
    agentIds: [],
    places: new Map(),
    loadWhole: () => undefined,
    showRaw: () => undefined,
    cwd: '/home/me/work',
    includeMeta: false,
    folds,
    drawNested: () => null,
  }
  const item = { kind: 'tool', uuid: 'u', text: '', timestamp: '', message: story.call, story }
  const storyItem = { key: 'n', item, place: undefined } as unknown as StoryItem
  return draw(
    <SessionContextValue value={context}>
      <WaitingCallsValue value={new Set(waiting)}>
        <StepView storyItem={storyItem} />
      </WaitingCallsValue>
    </SessionContextValue>,
  )
}

const LIST = { name: 'Bash', input: { command: 'ls' } }

describe('StepView', () => {
  it('says how a call stands', () => {
    const sign = (...args: Parameters<typeof show>) => show(...args).attributes('span', 'aria-label')[0]
    expect(sign(LIST)).toBe('running')
    expect(show(LIST, { waiting: ['t'] }).text).toContain('Waits for you')
    expect(sign({ ...LIST, result: { content: 'a.txt' } })).toBe('done')
    expect(show({ ...LIST, result: { content: 'a.txt' } }, { waiting: ['t'] }).text).not.toContain('Waits')
    expect(show({ ...LIST, result: { content: 'no', is_error: true } }).text).toContain('failed')
    expect(show({ ...LIST, result: { content: 'Exit code 3\nno', is_error: true } }).text).toContain('exit 3')
  })

  it('tells a path from the folder of the session, and its file name whole', () => {
    const read = {
      name: 'Read',
      input: { file_path: '/home/me/work/src/deep/list.ts' },
      result: { content: 'x' },
    }
    const { html, text } = show(read)
    expect(text).toMatch(/^Read src\/deep\/ list\.ts/)
    expect(html).toContain('<b>list.ts</b>')
  })

  it('tells a duration that is worth it, whether it is a bound, and nobody’s reading of an edit', () => {
    const took = (call: Call, more: Partial<ToolStory>) =>
      show({ ...call, result: { content: '' } }, { more }).text
    expect(took(LIST, { durationMs: 99 })).not.toContain('ms')
    expect(took(LIST, { durationMs: 61_000, isDurationAtMost: true })).toContain('≤ 1 min 1 s')
    const edit = { name: 'Edit', input: { file_path: '/a.ts', old_string: 'one', new_string: 'two' } }
    expect(took(edit, { durationMs: 61_000, isDurationAtMost: true })).not.toContain('min')
  })

  it('is open where something went wrong, and closed where it went well', () => {
    expect(show({ ...LIST, result: { content: 'fine words' } }).text).not.toContain('fine words')
    expect(show({ ...LIST, result: { content: 'Exit code 1\nbad words', is_error: true } }).text).toContain(
      'bad words',
    )
  })

  it('shows a command with what it printed, and its errors apart', () => {
    const drawn = show(
      {
        name: 'Bash',
        input: { command: 'ls a.txt\nls b.txt' },
        result: { content: 'a.txt\nno such file' },
        details: { stdout: 'a.txt', stderr: 'no such file' },
      },
      { isOpen: true },
    )
    expect(drawn.text).toMatch(/ls a\.txt ls b\.txt .*a\.txt.*no such file/)
  })

  it('shows the last lines of what failed, and of anything else both ends', () => {
    const lines = Array.from({ length: 50 }, (_, index) => `line ${index + 1}`)
    const failed = show({ ...LIST, result: { content: lines.join('\n'), is_error: true } })
    expect(failed.text).toContain('44 earlier lines')
    expect(failed.text).not.toContain('line 44 ')
    const fine = show({ ...LIST, result: { content: lines.join('\n') } }, { isOpen: true })
    expect(fine.text).toMatch(/line 4 42 more lines line 47/)
  })

  it('shows a change as lines, and of a failed one why', () => {
    const edit = { name: 'Edit', input: { file_path: '/a.ts', old_string: 'one', new_string: 'two' } }
    const done = show({ ...edit, result: { content: 'The file was updated.' } }, { isOpen: true })
    expect(done.text).toMatch(/one .*two/)
    expect(done.text).not.toContain('The file was updated.')
    expect(show({ ...edit, result: { content: 'Not found.', is_error: true } }).text).toContain('Not found.')
  })

  it('shows what is to be done with its state', () => {
    const todos = [
      { content: 'light', status: 'completed' },
      { content: 'sing', status: 'in_progress' },
      { content: 'rest', status: 'pending' },
    ]
    const drawn = show({ name: 'TodoWrite', input: { todos }, result: { content: 'ok' } }, { isOpen: true })
    expect(drawn.each('li')).toEqual(['light (done)', 'sing (in progress)', 'rest (to do)'])
    expect(drawn.text).toContain('1 of 3')
  })
})
