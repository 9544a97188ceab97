import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSearchTree, type SearchTree, turn, uuids } from '../src/testing/search-tree.ts'

const CHILD = fileURLToPath(new URL('index-child.ts', import.meta.url))
const FILES = 30
const TURNS = 10

let tree: SearchTree
beforeEach(() => {
  tree = createSearchTree()
  for (let file = 0; file < FILES; file++)
    tree.write(
      `-a/s${file}.jsonl`,
      Array.from({ length: TURNS }, (_, minute) => turn(`beacon ${'filler '.repeat(200)}`, minute)).flat(),
    )
})
afterEach(() => tree.remove())

function startChild(): ReturnType<typeof spawn> {
  const options = ['--conditions=@antiphon/source', '--import', 'tsx']
  return spawn(process.execPath, [...options, CHILD, tree.root, tree.cache], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Kills the child as soon as it said so many lines; gives its last words. */
async function killAfter(child: ReturnType<typeof spawn>, lines: number): Promise<string> {
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.split('\n').length > lines) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return said
}

describe('an index of several processes', () => {
  it('survives a writer that is killed at any time, and the next one goes on', async () => {
    for (const lines of [1, 4, 9, 17]) {
      await killAfter(startChild(), lines)
      expect(await uuids(tree.open(), 'beacon role:user')).toHaveLength(FILES * TURNS)
    }
    const search = tree.open()
    expect(await search.indexInBackground({ share: 1 })).toEqual({ kind: 'complete' })
    const status = await search.status()
    expect(status.indexedBytes).toBe(status.sourceBytes)
    expect(await uuids(search, 'beacon role:user')).toHaveLength(FILES * TURNS)
  })

  it('has one writer; the others search meanwhile and are told', async () => {
    const child = startChild()
    const closed = once(child, 'close')
    if (child.stdout) await once(child.stdout, 'data')
    child.kill('SIGSTOP')
    const search = tree.open()
    expect(await search.indexInBackground({ share: 1 })).toEqual({ kind: 'busy' })
    expect(await search.forgetIndex()).toBe(false)
    expect(await uuids(search, 'beacon role:user')).toHaveLength(FILES * TURNS)
    child.kill('SIGCONT')
    await closed
    const status = await search.status()
    expect(status.indexedBytes).toBe(status.sourceBytes)
    expect(await uuids(search, 'beacon role:user')).toHaveLength(FILES * TURNS)
  })

  it('goes on by scan when the disk is full', async context => {
    mkdirSync(tree.cache)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', tree.cache], { stdio: 'ignore' })
    } catch {
      process.stderr.write('skipped: a small disk cannot be mounted here (needs root)\n')
      return context.skip()
    }
    try {
      const search = tree.open()
      expect(await search.indexInBackground({ share: 1 })).toMatchObject({ kind: 'failed', code: 'ENOSPC' })
      expect(await uuids(search, 'beacon role:user')).toHaveLength(FILES * TURNS)
    } finally {
      execFileSync('umount', [tree.cache])
    }
  })
})
