import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listSources } from '../sources/list-sources.ts'
import { createSearchTree, type SearchTree, turn, uuids } from '../testing/search-tree.ts'
import { runJobs } from '../threads.ts'
import type { SegmentRecord } from './manifest.ts'
import { type IndexEvent, type IndexJob, runJob, splitJobs } from './run-job.ts'
import { startIndexThread } from './update-index.ts'

const FILES = 12
const TURNS = 6

let tree: SearchTree
beforeEach(() => {
  tree = createSearchTree()
  for (let file = 0; file < FILES; file++)
    tree.write(
      `-a/s${file}.jsonl`,
      Array.from({ length: TURNS }, (_, minute) => turn(`beacon ${'filler '.repeat(50)}`, minute)).flat(),
    )
})
afterEach(() => tree.remove())

describe('indexing in threads', () => {
  it('makes the same index as without them, and searches see it', async () => {
    const search = tree.open()
    const progress: number[] = []
    const onProgress = ({ doneBytes }: { readonly doneBytes: number }): number => progress.push(doneBytes)
    expect(await search.indexInBackground({ threads: 1, share: 1, onProgress })).toEqual({ kind: 'complete' })
    const { sourceBytes, indexedBytes, segments } = await search.status()
    expect(indexedBytes).toBe(sourceBytes)
    expect(progress.at(-1)).toBe(sourceBytes)
    expect(segments).toBeGreaterThan(0)
    expect(await uuids(search, 'beacon role:user')).toHaveLength(FILES * TURNS)
  })

  it('keeps what was written when it is stopped, and goes on from there', async () => {
    const controller = new AbortController()
    const search = tree.open()
    const onProgress = (): void => controller.abort()
    const options = { threads: 1, share: 1, segmentBytes: 1000, signal: controller.signal, onProgress }
    expect(await search.indexInBackground(options)).toEqual({ kind: 'stopped' })
    const { sourceBytes, indexedBytes } = await search.status()
    expect(indexedBytes).toBeGreaterThan(0)
    expect(indexedBytes).toBeLessThan(sourceBytes)
    expect(await uuids(search, 'beacon role:user')).toHaveLength(FILES * TURNS)
    expect(await search.indexInBackground({ share: 1 })).toEqual({ kind: 'complete' })
    expect((await search.status()).indexedBytes).toBe(sourceBytes)
  })
})

async function jobsOf(count: number): Promise<readonly IndexJob[]> {
  const { files } = await listSources([tree.root])
  const ranges = files.map((file, at) => ({ file, start: 0, end: file.size, id: at + 1 }))
  return Array.from({ length: count }, (_, job) => ({
    folder: tree.index,
    ranges: ranges.filter((_range, at) => at % count === job),
    segmentBytes: 1 << 20,
    share: 1,
  }))
}

describe('a thread', () => {
  it('is found beside the sources', async () => {
    const worker = startIndexThread()
    worker.postMessage({ jobs: [], taken: new Int32Array(new SharedArrayBuffer(4)) })
    expect(await once(worker, 'message')).toEqual([{ kind: 'over' }])
    await worker.terminate()
  })
})

describe('jobs', () => {
  it('are done here where no thread can be had', async () => {
    const segments: SegmentRecord[] = []
    const start = (): Worker => {
      throw new Error('no threads')
    }
    const lost = await runJobs<IndexJob, IndexEvent>(await jobsOf(2), {
      threads: 2,
      start,
      run: runJob,
      isHelping: false,
      onEvent: event => void (event.kind === 'segment' && segments.push(event.segment)),
    })
    expect(lost).toEqual([])
    expect(segments.flatMap(({ ranges }) => ranges)).toHaveLength(FILES)
  })

  it('are lost with a worker that dies, each alone, and leave nothing that counts', async () => {
    const segments: SegmentRecord[] = []
    const program = `const { parentPort } = require('node:worker_threads')
      parentPort.on('message', ({ taken }) => {
        parentPort.postMessage({ kind: 'begin', place: Atomics.add(taken, 0, 1) })
        setTimeout(() => { throw new Error('died') }, 50)
      })`
    const lost = await runJobs<IndexJob, IndexEvent>(await jobsOf(3), {
      threads: 1,
      start: () => new Worker(program, { eval: true }),
      run: runJob,
      isHelping: false,
      onEvent: event => void (event.kind === 'segment' && segments.push(event.segment)),
    })
    expect(lost).toHaveLength(3)
    expect(segments).toEqual([])
  })

  it('cover every stretch once, cut behind lines', async () => {
    appendFileSync(tree.write('-b/long.jsonl', []), `${'x'.repeat(999)}\n`.repeat(100))
    const { files } = await listSources([tree.root])
    const ranges = files.map(file => ({ file, start: 0, end: file.size }))
    const cut = splitJobs(ranges, 20_000).flat()
    for (const file of files) {
      const parts = cut.filter(part => part.file === file)
      expect(parts.map(({ start }) => start)).toEqual([0, ...parts.slice(0, -1).map(({ end }) => end)])
      expect(parts.at(-1)?.end).toBe(file.size)
      if (file.session === 'long') expect(parts.map(({ end }) => end % 1000)).toEqual([0, 0, 0, 0, 0])
    }
  })
})
