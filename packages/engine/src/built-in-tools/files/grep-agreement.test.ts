import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findExecutable } from '../../files/find-executable.ts'
import { createToolHarness } from '../../testing/tool-harness.ts'
import type { GrepFile, GrepProblem, GrepQuery } from './grep-query.ts'
import { searchWithNode } from './search-with-node.ts'
import { searchWithRipgrep } from './search-with-ripgrep.ts'

const program = await findExecutable('rg', process.env)
if (program === null)
  console.warn('Skipped: that both searches find the same can be tested only where rg is on the PATH')

const word = fc.constantFrom('foo', 'bar', 'Foo', 'foobar', 'ba r', '', 'é', '(x)', '\tfoo ')
const line = fc.array(word, { maxLength: 3 }).map(words => words.join(' '))
const content = fc
  .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, isEnded]) => lines.join(end) + (isEnded ? end : ''))
const name = fc.constantFrom('a.ts', 'b.js', 'c.ts', '.hidden', 'd.log', 'A.ts', 'é.ts')
const folder = fc.constantFrom('', 'src/', 'src/deep/', 'dist/', 'node_modules/', '.git/')
const files = fc.dictionary(
  fc.tuple(folder, name).map(([folder, name]) => folder + name),
  content,
  { maxKeys: 8, noNullPrototype: true },
)
const ignoreFile = fc.constantFrom(
  '',
  '*.log\n',
  'dist\n',
  '/dist/\n',
  '*.ts\n!a.ts\n',
  'src/deep\n',
  'deep/*\n',
)
const pattern = fc.constantFrom(
  'foo',
  'fo+',
  '^bar',
  'foo$',
  'ba ?r',
  '\\(x\\)',
  'foo|bar',
  '[A-Z]',
  'é',
  'b.r',
  '^$',
)
const wholePattern = fc.constantFrom('foo.bar', 'bar\\s+foo', 'foo\\nbar', 'foo', '(?s)foo.*?bar')

const query = fc.record({
  globs: fc.constantFrom<readonly string[]>([], ['*.ts'], ['!*.ts'], ['src/**'], ['*.{ts,js}'], ['d.log']),
  typeGlobs: fc.constantFrom<readonly string[] | null>(null, ['*.ts']),
  mode: fc.constantFrom('content', 'files_with_matches', 'count'),
  before: fc.nat(2),
  after: fc.nat(2),
  isCaseInsensitive: fc.boolean(),
})

const request = fc.oneof(
  fc.record({ pattern, isMultiline: fc.constant(false) }),
  fc.record({ pattern: wholePattern, isMultiline: fc.constant(true) }),
)

type Search = AsyncGenerator<GrepFile, GrepProblem | null, undefined>

async function collect(search: Search) {
  const found: GrepFile[] = []
  for (;;) {
    const step = await search.next()
    if (step.done) return { found: found.sort((a, b) => (a.path < b.path ? -1 : 1)), problem: step.value }
    found.push(step.value)
  }
}

describe.skipIf(program === null)('the search without ripgrep (skipped where rg is not on the PATH)', () => {
  it('finds what ripgrep finds', async () => {
    const harness = await createToolHarness()
    const { signal } = harness.context
    let round = 0
    try {
      await fc.assert(
        fc.asyncProperty(files, ignoreFile, query, request, async (files, ignored, options, what) => {
          const root = harness.path(`round-${round++}`)
          for (const [name, text] of Object.entries({ ...files, '.gitignore': ignored })) {
            await mkdir(dirname(`${root}/${name}`), { recursive: true })
            await writeFile(`${root}/${name}`, text)
          }
          const globs = [...options.globs, '!.git', '!node_modules']
          const query: GrepQuery = {
            ...options,
            ...what,
            globs,
            root,
            fileName: null,
            maxLines: 1000,
            mayRead: () => true,
          }
          const node = await collect(searchWithNode(query, signal))
          const ripgrep = await collect(searchWithRipgrep({ query, program: program ?? '', signal }))
          await rm(root, { recursive: true })
          expect(node).toEqual(ripgrep)
        }),
        { numRuns: 100 },
      )
    } finally {
      await harness.close()
    }
  })
})
