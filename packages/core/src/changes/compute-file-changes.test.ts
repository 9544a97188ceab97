import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStructuredPatch } from '../patch/structured-patch.ts'
import { arbitraryHostileLog } from '../testing/arbitrary-ui-log.ts'
import { answer, prompt, toolResult, toolUse } from '../testing/ui-messages.ts'
import { buildPersonView } from '../ui/build-view.ts'
import { computeFileChanges, type FileChange } from './compute-file-changes.ts'

type Edit = { readonly before: string | null; readonly old: string; readonly fresh: string }

let calls = 0

/** A call and its result, as Claude Code stores them. */
function edit(path: string, { before, old, fresh }: Edit, more: object = {}) {
  const id = `call-${++calls}`
  const input = { file_path: path, old_string: old, new_string: fresh }
  const told = { filePath: path, oldString: old, newString: fresh, originalFile: before, ...more }
  return [answer(`m-${id}`, [toolUse(id, 'Edit', input)]), toolResult(id, 'done', { toolUseResult: told })]
}

function write(path: string, content: string, more: object = {}) {
  const id = `call-${++calls}`
  return [
    answer(`m-${id}`, [toolUse(id, 'Write', { file_path: path, content })]),
    toolResult(id, 'done', { toolUseResult: { filePath: path, content, ...more } }),
  ]
}

const changesOf = (...log: readonly ReturnType<typeof edit>[]): readonly FileChange[] =>
  computeFileChanges(buildPersonView(log.flat()))

const linesOf = (change: FileChange | undefined): readonly string[] =>
  change?.hunks.flatMap(({ lines }) => lines) ?? []

describe('computeFileChanges', () => {
  it('tells one difference of a file that was edited twice', () => {
    const [change, ...others] = changesOf(
      edit('/w/a.ts', { before: 'one\ntwo\nthree\n', old: 'two', fresh: '2' }),
      edit('/w/a.ts', { before: 'one\n2\nthree\n', old: '2\nthree\n', fresh: 'zwei\nthree\nfour\n' }),
    )
    expect(others).toEqual([])
    expect(linesOf(change)).toEqual([' one', '-two', '+zwei', ' three', '+four'])
    expect(change).toMatchObject({ path: '/w/a.ts', status: 'changed', added: 2, removed: 1, loose: [] })
  })

  it('names the calls of which a stretch is what is left', () => {
    const text = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join('')
    const later = text.replace('line 2\n', 'line two\n')
    const log = [
      edit('/w/a', { before: text, old: 'line 2\n', fresh: 'line two\n' }),
      edit('/w/a', { before: later, old: 'line 25\n', fresh: '' }),
    ]
    const [change] = changesOf(...log)
    expect(change?.hunks.map(hunk => hunk.calls)).toEqual(change?.calls.map(call => [call]))
  })

  it('tells nothing of what was written and taken back', () => {
    const [change] = changesOf(
      edit('/w/a', { before: 'a\n', old: 'a', fresh: 'b' }),
      edit('/w/a', { before: 'b\n', old: 'b', fresh: 'a' }),
    )
    expect(change).toMatchObject({ added: 0, removed: 0, hunks: [] })
    expect(change?.calls).toHaveLength(2)
  })

  it('knows a file that was made here, and goes on from it without being told what stood there', () => {
    const [change] = changesOf(
      write('/w/new', 'a\nb\n', { type: 'create', structuredPatch: [] }),
      edit('/w/new', { before: null, old: 'b', fresh: 'c' }, { originalFile: undefined }),
    )
    expect(change).toMatchObject({ status: 'created', added: 2, removed: 0 })
    expect(linesOf(change)).toEqual(['+a', '+c'])
  })

  it('puts what others wrote meanwhile into the difference, with nobody’s name', () => {
    const [change] = changesOf(
      edit('/w/a', { before: 'a\nb\n', old: 'a', fresh: 'x' }),
      edit('/w/a', { before: 'x\nb\nformatted\n', old: 'b', fresh: 'y' }),
    )
    expect(linesOf(change)).toEqual(['-a', '-b', '+x', '+y', '+formatted'])
  })

  it('takes the text before an overwriting from its patch', () => {
    const [before, after] = ['a\nb\nc\n', 'a\nB\nc\nd\n']
    const [change] = changesOf(
      write('/w/a', after, { type: 'update', structuredPatch: createStructuredPatch(before, after) }),
    )
    expect(change).toMatchObject({ status: 'changed', added: 2, removed: 1 })
  })

  it('goes by the numbers of a patch whose words are not the file’s', () => {
    const structuredPatch = [
      { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' x', '-    y', '+    z'] },
    ]
    const [change] = changesOf(
      edit('/w/a', { before: 'x\n\ty\n', old: 'not there', fresh: 'z' }, { structuredPatch }),
    )
    expect(linesOf(change)).toEqual([' x', '-\ty', '+    z'])
  })

  it('keeps edits of a file of which nobody tells the text apart', () => {
    const id = 'old-version'
    const input = { file_path: '/w/a', old_string: 'a', new_string: 'b' }
    const [change] = computeFileChanges(
      buildPersonView([answer('m-old', [toolUse(id, 'Edit', input)]), toolResult(id, 'done')]),
    )
    expect(change).toMatchObject({ hunks: [], added: 0, loose: [{ before: 'a', after: 'b' }] })
  })

  it('takes several edits of one call once, each with its own word of how often', () => {
    const edits = [
      { old_string: 'a', new_string: 'x', replace_all: true },
      { old_string: 'b', new_string: 'y' },
    ]
    const input = { file_path: '/w/a', edits }
    const multi = (told: object) => [
      answer('m-multi', [toolUse('multi', 'MultiEdit', input)]),
      toolResult('multi', 'done', { toolUseResult: told }),
    ]
    const before = 'a\nb\na\nb\n'
    for (const told of [{ edits, originalFileContents: before }, { originalFileContents: before }]) {
      const [change] = changesOf(multi(told))
      expect(linesOf(change)).toEqual(['-a', '-b', '-a', '+x', '+y', '+x', ' b'])
      expect(change).toMatchObject({ added: 3, removed: 3 })
    }
    expect(changesOf(multi({ edits }))[0]?.loose).toHaveLength(2)
  })

  it('replaces everywhere where only the call says so', () => {
    const input = { file_path: '/w/a', old_string: 'a', new_string: 'x', replace_all: true }
    const log = [
      answer('m-all', [toolUse('all', 'Edit', input)]),
      toolResult('all', 'done', { toolUseResult: { originalFile: 'a\na\n' } }),
    ]
    expect(linesOf(changesOf(log)[0])).toEqual(['-a', '-a', '+x', '+x'])
  })

  it('goes on from a file that an edit of the same call emptied', () => {
    const edits = [
      { old_string: 'a\n', new_string: '' },
      { old_string: '', new_string: 'b\n' },
    ]
    const log = [
      answer('m-empty', [toolUse('empty', 'MultiEdit', { file_path: '/w/a', edits })]),
      toolResult('empty', 'done', { toolUseResult: { edits, originalFileContents: 'a\n' } }),
    ]
    expect(linesOf(changesOf(log)[0])).toEqual(['-a', '+b'])
  })

  it('keeps an edit apart that does not fit the empty file before it', () => {
    const [change] = changesOf(edit('/w/a', { before: '', old: 'a', fresh: 'b' }))
    expect(change).toMatchObject({ hunks: [], loose: [{ before: 'a', after: 'b' }] })
  })

  it('leaves out calls that failed, were denied or still run', () => {
    const input = { file_path: '/w/a', old_string: 'a', new_string: 'b' }
    const failed = prompt([{ type: 'tool_result', tool_use_id: 'f', content: 'no', is_error: true }])
    const log = [
      answer('m', [toolUse('f', 'Edit', input)]),
      failed,
      answer('n', [toolUse('r', 'Edit', input)]),
    ]
    expect(computeFileChanges(buildPersonView(log))).toEqual([])
  })

  it('takes anything', () => {
    fc.assert(
      fc.property(arbitraryHostileLog(), log => {
        expect(Array.isArray(computeFileChanges(buildPersonView(log)))).toBe(true)
      }),
    )
  })
})
