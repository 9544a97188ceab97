import { ProgramError } from '@antiphon/host'
import { describe, expect, it } from 'vitest'
import { readReferenceFlags } from './read-reference-flags.ts'

function read(...flags: readonly (readonly [string, string])[]) {
  return readReferenceFlags(flags.map(([name, value]) => ({ name, value })))
}

describe('readReferenceFlags', () => {
  it('reads every kind in the order in which it was typed', () => {
    const references = read(
      ['workspace', ''],
      ['file', 'a.ts'],
      ['web', 'https://x.example'],
      ['title', 'X'],
      ['folder', 'src'],
      ['count', '12'],
      ['symbol', 'tick'],
      ['kind', 'CLASS'],
      ['at', 'src/lamp.ts:6'],
      ['terminal', '50'],
      ['failed', ''],
      ['problems', '3'],
      ['severity', 'ERROR'],
      ['git', 'DIFF'],
      ['selection', ''],
    )
    expect(references).toEqual([
      { type: 'WorkspaceReference', displayType: 'TAG' },
      { type: 'FileReference', path: 'a.ts', displayType: 'TAG' },
      { type: 'WebReference', url: 'https://x.example', title: 'X', displayType: 'TAG' },
      { type: 'FolderReference', path: 'src', fileCount: 12, displayType: 'TAG' },
      {
        type: 'SymbolReference',
        name: 'tick',
        symbolType: 'CLASS',
        file: 'src/lamp.ts',
        line: 6,
        displayType: 'TAG',
      },
      { type: 'TerminalReference', lineCount: 50, isError: true, displayType: 'TAG' },
      { type: 'ProblemsReference', count: 3, severity: 'ERROR', displayType: 'TAG' },
      { type: 'GitReference', gitType: 'DIFF', displayType: 'TAG' },
      { type: 'SelectionReference', displayType: 'TAG' },
    ])
  })

  it.each([
    [
      'a detail that describes nothing',
      [['title', 'X']],
      '--title describes a --web: put it right behind one.',
    ],
    [
      'a detail of something else',
      [
        ['file', 'a'],
        ['count', '1'],
      ],
      '--count describes a --folder: put it right behind one.',
    ],
    [
      'a folder without its count',
      [['folder', 'src']],
      '--folder src also needs --count N, the number of files in it.',
    ],
    [
      'a symbol without its place',
      [['symbol', 'f']],
      '--symbol f also needs --at FILE:LINE, where it stands.',
    ],
    [
      'a place without line',
      [
        ['symbol', 'f'],
        ['at', 'a.ts'],
      ],
      '--at takes FILE:LINE, not “a.ts”.',
    ],
    ['a count that is none', [['problems', 'many']], '--problems takes a whole number, not “many”.'],
  ] as const)('refuses %s', (_, flags, message) => {
    expect(() => read(...flags)).toThrow(new ProgramError('wrong-use', message))
  })
})
