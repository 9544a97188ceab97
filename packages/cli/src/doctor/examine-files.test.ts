import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { afterAll, describe, expect, it } from 'vitest'
import { lookAt } from './examine-file.ts'
import { type ExamineFilesOptions, examineFiles } from './examine-files.ts'

const IO = { stdin: process.stdin, signal: new AbortController().signal }
const folder = mkdtempSync(join(tmpdir(), 'antiphon-examine-'))
afterAll(() => rmSync(folder, { recursive: true }))

const paths = CORPUS.slice(0, 12).map(name => {
  const path = join(folder, name.replace('.gz', ''))
  writeFileSync(path, readCorpus(name))
  return path
})
const gone = join(folder, 'gone.jsonl')

function examine(options: Partial<ExamineFilesOptions>): ReturnType<typeof examineFiles> {
  return examineFiles([paths[0] ?? '', gone, ...paths.slice(1)], IO, {
    isFixing: false,
    isNeeded: () => false,
    now: new Date(),
    onProgress: () => {},
    ...options,
  })
}

describe('many files', () => {
  it.each([
    ['here', { threads: 0 }],
    ['in a thread, too', { threads: 1 }],
    [
      'where no thread can be had',
      {
        threads: 2,
        startThread: () => {
          throw new Error('no more threads')
        },
      },
    ],
  ] as const)(
    'are told of in their order, looked at %s, and what is gone costs itself',
    async (_, options) => {
      const alone = []
      for (const path of paths) alone.push(await lookAt(path, IO))
      const seen: number[] = []
      const { reports, unreadable } = await examine({ ...options, onProgress: done => void seen.push(done) })
      expect(reports).toEqual(alone)
      expect(unreadable).toEqual([expect.stringContaining('does not exist')])
      expect(seen).toEqual(Array.from({ length: paths.length + 1 }, (_, index) => index + 1))
    },
  )

  it('repairs those that need it, and no other', async () => {
    const before = paths.map(path => readFileSync(path))
    const looked = await examine({ threads: 0 })
    const needy = looked.reports.find(({ fix }) => fix.status === 'possible')?.file
    const { reports } = await examine({
      threads: 0,
      isFixing: true,
      isNeeded: ({ file }) => file === needy,
    })
    const changed = paths.filter((path, index) => !readFileSync(path).equals(before[index] ?? Buffer.of()))
    expect(changed).toEqual([needy])
    expect(reports.filter(({ fix }) => fix.status === 'done').map(({ file }) => file)).toEqual([needy])
  })
})
