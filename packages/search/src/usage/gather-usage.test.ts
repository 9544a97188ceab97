import { readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSessionTree, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runJobs } from '../threads.ts'
import { createCalendar } from './calendar.ts'
import { type CollectedUsage, type CollectUsageOptions, collectUsage } from './collect-usage.ts'
import { gatherUsage, startUsageThread, type UsageProgress } from './gather-usage.ts'
import { readUsage, type UsageEvent, type UsageJob } from './read-file-usage.ts'
import { scriptThreads, type ThreadScript } from './testing/scripted-thread.ts'
import { answerLine, toText, userLine } from './testing/usage-lines.ts'

let tree: SessionTree
beforeEach(() => {
  tree = createSessionTree()
})
afterEach(() => tree.remove())

type GeneratedFile = { readonly lines: number; readonly kind: 'good' | 'damaged' | 'cut' | 'gone' }

const file: fc.Arbitrary<GeneratedFile> = fc.record({
  lines: fc.nat({ max: 12 }),
  kind: fc.constantFrom('good', 'good', 'good', 'damaged', 'cut', 'gone'),
})
const script: fc.Arbitrary<ThreadScript> = fc.record({
  files: fc.nat({ max: 8 }),
  end: fc.constantFrom('never', 'never', 'dies', 'mute', 'refused'),
})

/** Some answers stand in several files, and calls of tools with their results. */
function write(name: string, { lines, kind }: GeneratedFile): string {
  const text = toText(
    Array.from({ length: lines }, (_, line) => [
      answerLine({
        id: line % 3 === 0 ? `shared-${line}` : `${name}-${line}`,
        usage: { input_tokens: line, output_tokens: lines },
        content: [{ type: 'tool_use', id: `${name}-call-${line}`, name: 'Read', input: {} }],
      }),
      userLine([{ type: 'tool_result', tool_use_id: `${name}-call-${line}`, content: 'x'.repeat(line) }]),
    ]).flat(),
  )
  const path = tree.write(`-p/${name}.jsonl`, kind === 'damaged' ? `${text}{"usage":{\n` : text)
  if (kind === 'cut') truncateSync(path, Math.floor(text.length / 2))
  return path
}

async function know(scripts: readonly ThreadScript[], gone: ReadonlySet<string>): Promise<unknown> {
  const calendar = createCalendar('UTC')
  let told = 0
  const { book, survey } = await gatherUsage(
    {
      roots: [tree.root],
      hasTools: true,
      threads: () => scripts.length,
      startThread: scriptThreads(scripts),
      // Once it was listed.
      isIncluded(path) {
        if (gone.has(path)) rmSync(path, { force: true })
        return true
      },
      onProgress: ({ files }) => {
        told = files
      },
    },
    calendar,
  )
  return { survey, told, answers: book.answers(), calls: book.calls() }
}

describe('files and threads', () => {
  it('give the same of every file, and tell it once, whoever reads which and whatever befalls threads', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { maxLength: 10 }),
        fc.array(script, { maxLength: 3 }),
        async (files, scripts) => {
          tree.remove()
          tree = createSessionTree()
          const paths = files.map((generated, index) => write(`s${index}`, generated))
          const gone = new Set(paths.filter((_, index) => files[index]?.kind === 'gone'))
          const texts = Array.from(gone, path => [path, readFileSync(path), statSync(path)] as const)
          const alone = await know([], gone)
          expect(alone).toMatchObject({ told: paths.length, survey: { files: { total: paths.length } } })
          for (const [path, text, { atime, mtime }] of texts) {
            writeFileSync(path, text)
            utimesSync(path, atime, mtime)
          }
          expect(await know(scripts, gone)).toEqual(alone)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('make the same of every file in a real thread', async () => {
    const paths = [
      tree.write('-p/s0.jsonl', [answerLine({ id: 'a' }), answerLine({ id: 'ü', model: '字' })]),
      tree.write('-p/s1.jsonl', `${toText([answerLine({ id: 'a' })])}{"usage":{\n`),
      tree.write('-p/s2.jsonl', ''),
      `${tree.root}/gone.jsonl`,
      tree.root,
    ]
    const jobs = paths.map((path): UsageJob => ({ path, known: undefined, hasTools: true }))
    const [there, here]: [unknown[], unknown[]] = [[], []]
    const lost = await runJobs<UsageJob, UsageEvent>(jobs, {
      run: readUsage,
      threads: 1,
      start: startUsageThread,
      isHelping: false,
      onEvent: (event, { path }) => void there.push([path, withoutReadTime(event)]),
    })
    expect(lost).toEqual([])
    for (const job of jobs) {
      let count = 0
      await readUsage(job, event => {
        if (event.kind === 'bytes') count += event.count
        else here.push([job.path, { kind: 'bytes', count }], [job.path, withoutReadTime(event)])
      })
    }
    expect(there).toEqual(here)
  })
})

/** All but when it was. */
function withoutReadTime(event: UsageEvent): unknown {
  if (event.kind !== 'known') return event
  return { ...event, file: { ...event.file, state: { ...event.file.state, readAt: 0 } } }
}

function collect(options: Partial<CollectUsageOptions> = {}): Promise<CollectedUsage> {
  return collectUsage({ roots: [tree.root], timeZone: 'UTC', hasTools: true, ...options })
}

const MANY = Array.from({ length: 40 }, (_, index): GeneratedFile => {
  const kinds = ['good', 'damaged', 'good', 'cut'] as const
  return { lines: (index * 7) % 30, kind: kinds[index % kinds.length] ?? 'good' }
})

describe('collectUsage with threads', () => {
  it('gives what it gives without, in the same order, and remembers the same', async () => {
    for (const [index, generated] of MANY.entries()) write(`s${index}`, generated)
    const alone = await collect()
    const progress: UsageProgress[] = []
    const cache = join(tree.home, 'cache')
    const threads = (): number => 2
    const beside = await collect({ threads, cache, onProgress: told => void progress.push(told) })
    expect(beside).toEqual(alone)
    expect(beside.problems.length).toBeGreaterThan(5)
    expect(progress.at(-1)).toMatchObject({ files: MANY.length, totalFiles: MANY.length })
    expect(progress.at(-1)?.bytes).toBe(alone.files.bytes)
    const { files, ...remembered } = await collect({ cache, threads })
    const { files: _, ...first } = alone
    expect(remembered).toEqual({ ...first, cacheState: 'good' })
    expect(files.total).toBe(MANY.length)
  })

  it('stops threads that were started while it was interrupted', async () => {
    for (const [index, generated] of MANY.entries()) write(`s${index}`, generated)
    const controller = new AbortController()
    const told: UsageProgress[] = []
    const gathered = gatherUsage(
      {
        roots: [tree.root],
        signal: controller.signal,
        threads() {
          controller.abort(new Error('enough'))
          return 1
        },
        startThread: scriptThreads([{ files: 8, end: 'never' }]),
        onProgress: progress => void told.push(progress),
      },
      createCalendar('UTC'),
    )
    await expect(gathered).rejects.toThrow('enough')
    expect(told.filter(({ files }) => files > 0)).toEqual([])
  })

  it('ends with what was read remembered when it is interrupted', async () => {
    for (const [index, generated] of MANY.entries()) write(`s${index}`, generated)
    const cache = join(tree.home, 'cache')
    const controller = new AbortController()
    const onProgress = ({ files }: UsageProgress): void => {
      if (files >= 5) controller.abort(new Error('enough'))
    }
    const options = { cache, threads: () => 1, onProgress, signal: controller.signal }
    await expect(collect(options)).rejects.toThrow('enough')
    const { cacheState, answers } = await collect({ cache })
    expect(cacheState).toBe('good')
    expect(answers).toEqual((await collect()).answers)
  })
})
