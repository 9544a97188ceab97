import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { createSessionTree, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CollectedUsage, type CollectUsageOptions, collectUsage } from './collect-usage.ts'
import type { UsageProgress } from './gather-usage.ts'
import type { FileOutcome } from './know-file.ts'
import { knowFiles } from './know-files.ts'
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
  end: fc.constantFrom('done', 'done', 'dies', 'mute', 'refused'),
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

type Known = { readonly outcomes: readonly unknown[]; readonly bytes: number; readonly told: number }

async function know(paths: readonly string[], scripts: readonly ThreadScript[]): Promise<Known> {
  const outcomes: (FileOutcome | undefined)[] = paths.map(() => undefined)
  let [bytes, told] = [0, 0]
  await knowFiles(paths, {
    known: new Map(),
    hasTools: true,
    signal: undefined,
    threads: () => scripts.length,
    start: scriptThreads(scripts),
    onBytes: count => {
      bytes += count
    },
    onOutcome(place, outcome) {
      outcomes[place] = outcome
      told += 1
    },
    pause: async () => {},
  })
  return { outcomes: outcomes.map(withoutReadTime), bytes, told }
}

/** All but when it was. */
function withoutReadTime(outcome: FileOutcome | undefined): unknown {
  if (outcome?.kind !== 'known') return outcome
  return { ...outcome, file: { ...outcome.file, state: { ...outcome.file.state, readAt: 0 } } }
}

describe('readFiles', () => {
  it('knows the same of every file, and tells it once, whoever reads which and whatever befalls threads', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { maxLength: 10 }),
        fc.array(script, { maxLength: 3 }),
        async (files, scripts) => {
          const paths = files.map((generated, index) => write(`s${index}`, generated))
          for (const [index, path] of paths.entries()) if (files[index]?.kind === 'gone') rmSync(path)
          const alone = await know(paths, [])
          expect(alone.told).toBe(paths.length)
          expect(await know(paths, scripts)).toEqual(alone)
        },
      ),
      { numRuns: 60 },
    )
  })
})

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
    const paths = MANY.map((generated, index) => write(`s${index}`, generated))
    const controller = new AbortController()
    const options = { known: new Map(), hasTools: false, signal: controller.signal, pause: async () => {} }
    let told = 0
    const known = knowFiles(paths, {
      ...options,
      threads() {
        controller.abort(new Error('enough'))
        return 1
      },
      start: scriptThreads([{ files: 8, end: 'done' }]),
      onBytes: () => {},
      onOutcome: () => {
        told += 1
      },
    })
    await expect(known).rejects.toThrow('enough')
    expect(told).toBe(0)
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
