import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FileHistorySnapshotEntry } from '@antiphon/core/log'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Checkpoints } from './checkpoints.ts'
import { createCheckpoints } from './create-checkpoints.ts'

const FILES = ['a.txt', 'b.bin', 'sub/c.txt', 'sub/deep/d.txt'] as const
type FileName = (typeof FILES)[number]
type Content = { readonly bytes: string; readonly mode: number } | null
type Tree = ReadonlyMap<FileName, Content>

type Action =
  | { readonly kind: 'prompt' }
  | { readonly kind: 'restart' }
  /** By a tool: the state is kept first. */
  | { readonly kind: 'tool'; readonly file: FileName; readonly content: Content }
  /** By a person, or a command: only to files that are tracked, others cannot be known. */
  | { readonly kind: 'other'; readonly file: FileName; readonly content: Content }
  | { readonly kind: 'rewind'; readonly prompt: number; readonly dryRun: boolean }

const content: fc.Arbitrary<Content> = fc.option(
  fc.record({
    bytes: fc.oneof(
      fc.constantFrom('', 'one\n', 'one\ntwo\n', 'two'),
      fc.uint8Array({ maxLength: 8 }).map(bytes => Buffer.from(bytes).toString('latin1')),
    ),
    mode: fc.constantFrom(0o644, 0o600, 0o755),
  }),
  { nil: null, freq: 4 },
)

const file = fc.constantFrom(...FILES)
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Action>({ kind: 'prompt' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'restart' }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('tool' as const), file, content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('other' as const), file, content }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rewind' as const),
      prompt: fc.nat(20),
      dryRun: fc.boolean(),
    }),
  },
)

/** Runs actions on real files, and compares each rewind with the tree as it was. */
async function runActions(folder: string, actions: readonly Action[]): Promise<void> {
  const cwd = join(folder, 'work')
  mkdirSync(cwd, { recursive: true })
  const entries: FileHistorySnapshotEntry[] = []
  const open = (): Checkpoints =>
    createCheckpoints({
      folder: join(folder, 'history'),
      cwd,
      record: async entry => void entries.push(entry),
      // As a log gives them back.
      entries: JSON.parse(JSON.stringify(entries)),
    })
  let checkpoints = open()
  const trees: Tree[] = []
  const tracked = new Set<FileName>()
  for (const step of actions) {
    if (step.kind === 'restart') checkpoints = open()
    else if (step.kind === 'prompt') {
      await checkpoints.beginPrompt(`prompt-${trees.length}`)
      trees.push(readTree(cwd))
    } else if (step.kind === 'tool') {
      await checkpoints.beforeChange(join(cwd, step.file))
      put(join(cwd, step.file), step.content)
      await checkpoints.afterChange(join(cwd, step.file))
      if (trees.length > 0) tracked.add(step.file)
    } else if (step.kind === 'other') {
      if (tracked.has(step.file)) put(join(cwd, step.file), step.content)
    } else if (trees.length > 0) {
      const place = step.prompt % trees.length
      const before = readTree(cwd)
      const result = await checkpoints.rewind(`prompt-${place}`, { dryRun: step.dryRun })
      const wanted = new Map([
        ...before,
        ...[...tracked].map(name => [name, trees[place]?.get(name) ?? null] as const),
      ])
      const changed = FILES.filter(name => !isSame(before.get(name), wanted.get(name)))
      expect(result.canRewind).toBe(true)
      expect([...result.filesChanged].sort()).toEqual(changed.map(name => join(cwd, name)).sort())
      expect(readTree(cwd)).toEqual(step.dryRun ? before : wanted)
    }
  }
  expect(checkpoints.takeProblems()).toEqual([])
}

function isSame(a: Content | undefined, b: Content | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function readTree(cwd: string): Tree {
  return new Map(
    FILES.map(name => {
      const path = join(cwd, name)
      if (!existsSync(path)) return [name, null]
      return [name, { bytes: readFileSync(path, 'latin1'), mode: statSync(path).mode & 0o777 }]
    }),
  )
}

function put(path: string, content: Content): void {
  rmSync(path, { force: true })
  if (content === null) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content.bytes, 'latin1')
  chmodSync(path, content.mode)
}

it('a rewind to any prompt gives the tracked files exactly as they were then, also after a restart', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 40, size: 'max' }), async actions => {
      const folder = mkdtempSync(join(tmpdir(), 'antiphon-checkpoints-'))
      try {
        await runActions(folder, actions)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }),
    { numRuns: 100 },
  )
}, 120_000)
