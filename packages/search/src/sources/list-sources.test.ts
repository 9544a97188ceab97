import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSearchTree, type SearchTree, turn } from '../testing/search-tree.ts'
import { createFolderStamper, createSourceLister, listSources } from './list-sources.ts'

const SETTLED_MS = 50

let tree: SearchTree
beforeEach(() => {
  tree = createSearchTree()
})
afterEach(() => tree.remove())

/** Until no folder changed of late. */
async function settle(): Promise<void> {
  const folders = createFolderStamper([tree.root], SETTLED_MS)
  for (let turns = 0; turns < 200 && folders.stamp() === undefined; turns++) await setTimeout(10)
  expect(folders.stamp()).toBeDefined()
}

describe('a source lister', () => {
  it('tells what a plain listing tells, whatever happens to files and folders', async () => {
    const path = tree.write('-a/s1.jsonl', turn('one', 1))
    const lister = createSourceLister([tree.root], SETTLED_MS)
    const projects = join(tree.root, 'projects')
    const steps: readonly (() => void)[] = [
      () => {},
      () => appendFileSync(path, 'more\n'),
      () => tree.write('-a/s2.jsonl', turn('two', 2)),
      () => mkdirSync(join(projects, '-a', 's1', 'subagents'), { recursive: true }),
      () => tree.write('-a/s1/subagents/agent-1.jsonl', turn('three', 3)),
      () => tree.write('-b/s3.jsonl', turn('four', 4)),
      () => renameSync(join(projects, '-b', 's3.jsonl'), join(projects, '-a', 's3.jsonl')),
      () => rmSync(path),
      () => symlinkSync(join(projects, '-later.jsonl'), join(projects, '-a', 'link.jsonl')),
      () => writeFileSync(join(projects, '-later.jsonl'), '{}\n'),
      () => rmSync(projects, { recursive: true }),
    ]
    for (const step of steps) {
      step()
      for (const isSettled of [false, true]) {
        if (isSettled) await settle()
        const { files, problems } = await listSources([tree.root])
        expect(await lister.list()).toEqual({ files, problems })
      }
    }
  })
})
