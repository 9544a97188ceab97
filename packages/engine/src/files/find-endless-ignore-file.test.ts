import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createGlobTool } from '../built-in-tools/files/glob-tool.ts'
import { createGrepTool } from '../built-in-tools/files/grep-tool.ts'
import { createToolHarness } from '../testing/tool-harness.ts'
import { findExecutable } from './find-executable.ts'

const hasRipgrep = (await findExecutable('rg', process.env)) !== null
if (!hasRipgrep) console.warn('Endless ignore files are tested without ripgrep only: rg is not on the PATH')

const SEARCHERS = [
  { name: 'without ripgrep', env: { PATH: '' } },
  ...(hasRipgrep ? [{ name: 'with ripgrep', env: process.env }] : []),
]

const TRAPS: readonly (readonly [string, (path: string) => void])[] = [
  ['a pipe', path => void execFileSync('mkfifo', [path])],
  ['a link to a device', path => symlinkSync('/dev/zero', path)],
  [
    'a file of gigabytes',
    path => {
      writeFileSync(path, '')
      truncateSync(path, 4 * 1024 ** 3)
    },
  ],
]
const PLACES = ['.gitignore', '.ignore', '.git/info/exclude', 'deep/down/.gitignore', 'deep/.rgignore']
const CASES = TRAPS.flatMap(([kind, make]) => PLACES.map(place => [kind, place, make] as const))

describe.each(SEARCHERS)('a search $name beside an ignore file without end', ({ env }) => {
  it.each(CASES)('ends and finds: %s at %s', async (_, place, make) => {
    const harness = await createToolHarness({ env })
    try {
      mkdirSync(harness.path('.git', 'info'), { recursive: true })
      mkdirSync(harness.path('deep', 'down'), { recursive: true })
      writeFileSync(harness.path('deep', 'down', 'a.txt'), 'needle\n')
      make(harness.path(place))
      const searches = [
        harness.run(createGrepTool(), { pattern: 'needle' }),
        harness.run(createGrepTool(), { pattern: 'needle', path: 'deep/down/a.txt', output_mode: 'content' }),
        harness.run(createGlobTool(), { pattern: '**/*.txt' }),
      ]
      const [below, one, names] = (await Promise.all(searches)).map(({ text }) => text)
      expect(below).toContain('deep/down/a.txt')
      expect(one).toContain('needle')
      expect(names).toContain('a.txt')
    } finally {
      await harness.close()
    }
  })
})
