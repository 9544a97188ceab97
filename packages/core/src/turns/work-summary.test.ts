import { describe, expect, it } from 'vitest'
import { EDITING_TOOLS } from '../changes/editing-tools.ts'
import { answer, prompt, toolResult, toolUse } from '../testing/ui-messages.ts'
import { buildToolStories } from '../ui/tool-story.ts'
import { formatWork } from './format-work.ts'
import { actionOf, summarizeWork } from './work-summary.ts'

let ids = 0

function call(name: string, input: object = {}, told?: object, isError = false) {
  const id = `t${++ids}`
  const block = { type: 'tool_result', tool_use_id: id, content: 'x', ...(isError && { is_error: true }) }
  return [
    answer(`m${id}`, [toolUse(id, name, input)]),
    told ? toolResult(id, 'ok', { toolUseResult: told }) : prompt([block]),
  ]
}

const summaryOf = (...calls: readonly ReturnType<typeof call>[]) =>
  summarizeWork(buildToolStories(calls.flat()))

describe('summarizeWork', () => {
  it('tells reading before writing before running, with the lines of what was written', () => {
    const patch = [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 3, lines: [' a', '-b', '+c', '+d'] }]
    const summary = summaryOf(
      call('Bash', { command: 'a' }),
      call(
        'Edit',
        { file_path: '/a', old_string: 'b', new_string: 'c\nd' },
        { filePath: '/a', structuredPatch: patch },
      ),
      call('Read', { file_path: '/a' }),
      call('Grep', { pattern: 'x' }),
      call('Bash', { command: 'b' }, undefined, true),
    )
    expect(summary).toEqual({
      parts: [
        { action: 'read', count: 1 },
        { action: 'searched', count: 1 },
        { action: 'edited', count: 1, added: 2, removed: 1 },
        { action: 'ran', count: 2 },
      ],
      failed: 1,
      denied: 0,
      interrupted: 0,
      running: 0,
    })
    expect(formatWork(summary)).toBe(
      'Read 1 file · searched once · edited 1 file +2 −1 · ran 2 commands · 1 failed',
    )
    expect(formatWork(summary, 'zh-CN')).toBe(
      '读取 1 个文件 · 搜索 1 次 · 编辑 1 个文件 +2 −1 · 运行 2 条命令 · 1 个失败',
    )
  })

  it('does not tell as done what runs, or what never came to its end', () => {
    const open = answer('m-open', [toolUse('open', 'Write', { file_path: '/n', content: 'a' })])
    const running = summarizeWork(buildToolStories([open]))
    expect(running.parts).toMatchObject([{ action: 'wrote', isUndone: true }])
    expect(formatWork(running)).toMatch(/^Write 1 file/)
    const over = summarizeWork(buildToolStories([open, prompt('Never mind.')]))
    expect(over.interrupted).toBe(1)
    expect(formatWork(over)).toMatch(/^Write 1 file.* · 1 interrupted$/)
    expect(formatWork(over, 'zh-CN')).toMatch(/^写入 1 个文件.* · 1 个被中断$/)
    const both = summarizeWork(buildToolStories([...call('Write', { file_path: '/a', content: 'a' }), open]))
    expect(formatWork(both)).toMatch(/^Wrote 2 files/)
  })

  it('counts the lines of a new file, and of an edit whose patch nobody stored', () => {
    const summary = summaryOf(
      call(
        'Write',
        { file_path: '/n', content: 'a\nb\n' },
        { filePath: '/n', content: 'a\nb\n', type: 'create' },
      ),
      call('Edit', { file_path: '/e', old_string: 'a\nb', new_string: 'c' }),
    )
    expect(summary.parts).toEqual([
      { action: 'wrote', count: 1, added: 2, removed: 0 },
      { action: 'edited', count: 1, added: 1, removed: 2 },
    ])
  })

  it('counts what differs: not what an overwriting kept, nor the lines around an edit', () => {
    const summary = summaryOf(
      call(
        'Write',
        { file_path: '/w', content: 'a\nB\nc\n' },
        { filePath: '/w', content: 'a\nB\nc\n', type: 'update', originalFile: 'a\nb\nc\n' },
      ),
      call('Edit', { file_path: '/e', old_string: 'a\nb\nc', new_string: 'a\nx\ny\nc' }),
      call('NotebookEdit', { notebook_path: '/n.ipynb', new_source: 'one' }),
    )
    expect(summary.parts).toEqual([
      { action: 'wrote', count: 1, added: 1, removed: 1 },
      { action: 'edited', count: 2, added: 3, removed: 1 },
    ])
  })

  it('calls writing or editing what the tools do that write files', () => {
    expect([...EDITING_TOOLS].map(actionOf).toSorted()).toEqual(['edited', 'edited', 'edited', 'wrote'])
  })

  it('tells four kinds of work, and how much more there was', () => {
    const names = ['Read', 'Grep', 'WebFetch', 'Bash', 'Task', 'TodoWrite', 'mcp__a__b', 'constructor']
    expect(formatWork(summaryOf(...names.map(name => call(name, {}))))).toBe(
      'Read 1 file · searched once · fetched 1 page · ran 1 command · and 4 more',
    )
  })
})
