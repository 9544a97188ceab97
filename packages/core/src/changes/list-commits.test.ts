import { describe, expect, it } from 'vitest'
import { answer, toolResult, toolUse } from '../testing/ui-messages.ts'
import { buildPersonView } from '../ui/build-view.ts'
import { computeFileChanges } from './compute-file-changes.ts'
import { listCommits } from './list-commits.ts'
import { listReadFiles } from './list-read-files.ts'
import { readShellWords } from './read-shell-words.ts'

let calls = 0
function call(name: string, input: object, told?: object) {
  const id = `c-${++calls}`
  const content = told && 'stdout' in told ? String(told.stdout) : 'ok'
  return [
    answer(`m-${id}`, [toolUse(id, name, input)], { cwd: '/w' }),
    toolResult(id, content, told ? { toolUseResult: told } : {}),
  ]
}
const run = (command: string, stdout = '') => call('Bash', { command }, { stdout })
const read = (path: string, content: string) => {
  const numLines = content.split('\n').length
  const file = { filePath: path, content, numLines, startLine: 1, totalLines: numLines }
  return call('Read', { file_path: path }, { type: 'text', file })
}
const viewOf = (...log: readonly ReturnType<typeof call>[]) => buildPersonView(log.flat())

describe('listCommits', () => {
  it('takes the hash and the words from what git printed', () => {
    const [commit, ...others] = listCommits(
      viewOf(run('git add -A && git commit -m x', '[main 1a2b3c4] Mend it\n 1 file changed')),
    )
    expect([commit, others]).toMatchObject([{ hash: '1a2b3c4', title: 'Mend it' }, []])
  })

  it('takes the words from the command where git was quiet', () => {
    const commands = [
      'git commit -qm "Mend it: all"',
      "git commit -q --message='Mend it: all'",
      'git commit -q -F - <<EOF\nMend it: all\n\nWhy\nEOF',
    ]
    for (const command of commands)
      expect(listCommits(viewOf(run(command)))).toMatchObject([{ hash: null, title: 'Mend it: all' }])
  })

  it('tells of nothing that made none', () => {
    expect(listCommits(viewOf(run('git log', 'commit 1a2b3c4'), run('echo "[main 1a2b3c4] no"')))).toEqual([])
  })
})

describe('listReadFiles', () => {
  it('names each file once', () => {
    expect(listReadFiles(viewOf(read('/w/a', 'a'), read('/w/b', 'b'), read('/w/a', 'a')))).toEqual([
      '/w/a',
      '/w/b',
    ])
  })
})

describe('what a command removed', () => {
  const text = 'one\ntwo\n'
  const removed = (command: string) =>
    computeFileChanges(viewOf(read('/w/src/a b.ts', text), run(command))).map(
      ({ status, removed: lines }) => [status, lines],
    )

  it('is a file that was read or written before', () => {
    for (const command of ['rm "src/a b.ts"', 'git rm -q -- src/a\\ b.ts', 'rm -rf ./src && ls'])
      expect([command, removed(command)]).toEqual([command, [['deleted', 2]]])
  })

  it('is nothing where the command does not say for sure', () => {
    const commands = ['cd x && rm -rf src', 'true || rm -rf src', 'rm -rf $X', 'echo rm src', "rm 'src"]
    for (const command of commands) expect([command, removed(command)]).toEqual([command, []])
  })

  it('leaves nothing of a file that was made here', () => {
    const made = call(
      'Write',
      { file_path: '/w/x', content: 'x' },
      { type: 'create', filePath: '/w/x', content: 'x' },
    )
    expect(computeFileChanges(viewOf(made, run('rm x')))).toEqual([])
  })
})

describe('readShellWords', () => {
  it('knows quotes, escapes and what the shell would expand', () => {
    expect(readShellWords(`a 'b c' "d \\" e" f\\ g; h *.ts "$x" && i`)).toEqual([
      ['a', 'b c', 'd " e', 'f g'],
      ['h', null, null],
      ['i'],
    ])
    expect(readShellWords('a "b')).toBeUndefined()
  })
})
