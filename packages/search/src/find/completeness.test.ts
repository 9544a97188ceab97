import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SearchQuery } from '../query/search-query.ts'
import { arbitraryLine } from '../testing/arbitrary-lines.ts'
import { arbitraryQuerySeed, cutQuery, type QuerySeed } from '../testing/arbitrary-query.ts'
import { plainScan, readAllDocuments } from '../testing/plain-scan.ts'
import { openSearch, type Search } from './open-search.ts'

const PATHS = [
  '-a/s1.jsonl',
  '-a/s2.jsonl',
  '-b/s3.jsonl',
  '-a/s1/subagents/agent-1.jsonl',
  '-b/agent-stray.jsonl',
]

type Change =
  | {
      readonly kind: 'append'
      readonly path: number
      readonly lines: readonly Buffer[]
      readonly cut: number
    }
  | { readonly kind: 'truncate'; readonly path: number; readonly share: number }
  | { readonly kind: 'rename'; readonly path: number; readonly to: number }
  | { readonly kind: 'replace'; readonly path: number; readonly lines: readonly Buffer[] }
  | { readonly kind: 'delete'; readonly path: number }
  | { readonly kind: 'index' | 'index-part' | 'search-while-indexing' }

const path = fc.nat({ max: PATHS.length - 1 })
const lines = fc.array(arbitraryLine, { minLength: 1, maxLength: 6 })
const arbitraryChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('append' as const), path, lines, cut: fc.nat({ max: 12 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('truncate' as const), path, share: fc.nat({ max: 10 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), path, to: path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replace' as const), path, lines }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), path }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('index' as const, 'index-part' as const, 'search-while-indexing' as const),
    }),
  },
)

function change(root: string, asked: Change): void {
  if (!('path' in asked)) return
  const whole = join(root, 'projects', PATHS[asked.path]!)
  const size = statSync(whole, { throwIfNoEntry: false })?.size
  mkdirSync(dirname(whole), { recursive: true })
  switch (asked.kind) {
    case 'append': {
      const bytes = Buffer.concat(asked.lines)
      // At times in the middle of a line, as a writer that is not done yet leaves it.
      appendFileSync(whole, asked.cut === 0 ? bytes.subarray(0, -3) : bytes)
      return
    }
    case 'truncate':
      if (size !== undefined) truncateSync(whole, Math.floor((size * asked.share) / 10))
      return
    case 'rename': {
      const target = join(root, 'projects', PATHS[asked.to]!)
      mkdirSync(dirname(target), { recursive: true })
      if (size !== undefined) renameSync(whole, target)
      return
    }
    case 'replace':
      writeFileSync(whole, Buffer.concat(asked.lines))
      return
    case 'delete':
      rmSync(whole, { force: true })
  }
}

async function collect(search: Search, query: SearchQuery): Promise<readonly string[]> {
  const places: string[] = []
  for await (const hit of search.search(query)) places.push(`${hit.path}@${hit.offset}#${hit.uuid ?? ''}`)
  return places.sort()
}

async function compare(search: Search, root: string, seeds: readonly QuerySeed[]): Promise<void> {
  const documents = readAllDocuments(root)
  for (const seed of seeds) {
    const query = cutQuery(documents, seed)
    expect(await collect(search, query), JSON.stringify(query)).toEqual(plainScan(documents, query))
  }
}

async function index(
  search: Search,
  root: string,
  asked: Change,
  seeds: readonly QuerySeed[],
): Promise<void> {
  if (asked.kind === 'index') await search.indexInBackground({ share: 1, segmentBytes: 2000 })
  if (asked.kind === 'index-part') {
    const controller = new AbortController()
    let batches = 0
    const onProgress = (): void => {
      if (++batches === 2) controller.abort()
    }
    await search.indexInBackground({ share: 1, segmentBytes: 1, signal: controller.signal, onProgress })
  }
  if (asked.kind === 'search-while-indexing') {
    const update = search.indexInBackground({ share: 1, segmentBytes: 500 })
    await compare(search, root, seeds)
    await update
  }
}

describe('search', () => {
  it('finds what a plain scan finds, before, while and after it is indexed, whatever happens to the files', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryChange, { minLength: 2, maxLength: 14 }),
        fc.array(arbitraryQuerySeed, { minLength: 4, maxLength: 8 }),
        async (changes, seeds) => {
          const folder = mkdtempSync(join(tmpdir(), 'antiphon-search-'))
          const root = join(folder, 'root')
          mkdirSync(join(root, 'projects'), { recursive: true })
          const search = openSearch({ roots: [root], cacheFolder: join(folder, 'cache') })
          try {
            for (const asked of changes) {
              change(root, asked)
              await index(search, root, asked, seeds)
              await compare(search, root, seeds)
            }
          } finally {
            await search.close()
            rmSync(folder, { recursive: true, force: true })
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})
