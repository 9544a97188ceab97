import { describe, expect, it } from 'vitest'
import { answer, toolResult, toolUse } from '../testing/ui-messages.ts'
import { buildToolStories } from '../ui/tool-story.ts'
import { readCallDiff } from './read-call-diff.ts'

function diffOf(name: string, input: object, told: object): ReturnType<typeof readCallDiff> {
  const [story] = buildToolStories([
    answer('m', [toolUse('call', name, input)]),
    toolResult('call', 'done', { toolUseResult: told }),
  ])
  return story && readCallDiff(story)
}

describe('readCallDiff', () => {
  it('takes the patch that was stored', () => {
    const hunk = { oldStart: 7, oldLines: 2, newStart: 7, newLines: 2, lines: [' a', '-b', '+c'] }
    expect(
      diffOf('Edit', { file_path: '/w/a', old_string: 'b', new_string: 'c' }, { structuredPatch: [hunk] }),
    ).toMatchObject({ path: '/w/a', hunks: [hunk], isNumbered: true, added: 1, removed: 1 })
  })

  it('makes one of what was replaced, which has no numbers', () => {
    const diff = diffOf('Edit', { file_path: '/w/a', old_string: 'x\nb', new_string: 'x\nc' }, {})
    expect(diff).toMatchObject({ isNumbered: false, isCreated: false, added: 1, removed: 1 })
    expect(diff?.hunks.flatMap(({ lines }) => lines)).toEqual([' x', '-b', '+c'])
  })

  it('shows a new file as added lines', () => {
    const diff = diffOf(
      'Write',
      { file_path: '/w/a', content: 'x\ny\n' },
      { type: 'create', content: 'x\ny\n' },
    )
    expect(diff).toMatchObject({ isCreated: true, isNumbered: true, added: 2, removed: 0 })
  })

  it('tells a notebook by its files, else by the cell that was written', () => {
    const input = { notebook_path: '/w/n.ipynb', cell_id: 'c', new_source: 'x\ny' }
    const told = { notebook_path: '/w/n.ipynb', original_file: '{\n1\n}', updated_file: '{\n2\n}' }
    expect(diffOf('NotebookEdit', input, told)).toMatchObject({
      path: '/w/n.ipynb',
      isNumbered: true,
      added: 1,
      removed: 1,
    })
    expect(diffOf('NotebookEdit', input, {})).toMatchObject({ isNumbered: false, added: 2, removed: 0 })
    expect(diffOf('NotebookEdit', { ...input, edit_mode: 'delete' }, {})).toMatchObject({
      added: 0,
      hunks: [],
    })
    expect(diffOf('NotebookEdit', input, { error: 'no such cell' })).toBeUndefined()
  })

  it('knows no difference of a call that wrote nothing', () => {
    expect(diffOf('Bash', { command: 'ls' }, {})).toBeUndefined()
  })
})
