import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSessionTree, type SessionTree } from '../testing/session-tree.ts'
import { findSessionFiles } from './list-session-files.ts'

let tree: SessionTree
beforeEach(() => {
  tree = createSessionTree()
  tree.write('-a/350d4477.jsonl', '')
  tree.write('-a/350d4477-more.jsonl', '')
  tree.write('-b/e0ff.jsonl', '')
  tree.write('-b/e0ff/subagents/agent-a1.jsonl', '')
  tree.write('-b/agent-a2.jsonl', '')
})
afterEach(() => tree.remove())

async function find(name: string): Promise<readonly string[]> {
  const { files } = await findSessionFiles([tree.root], name)
  return files.map(({ key }) => key.subpath ?? key.session).sort()
}

describe('findSessionFiles', () => {
  it.each([
    ['e0', ['e0ff']],
    ['350d4477', ['350d4477']],
    ['350d', ['350d4477', '350d4477-more']],
    ['agent-a1', ['subagents/agent-a1']],
    ['agent-', ['agent-a2', 'subagents/agent-a1']],
    ['ffff', []],
  ])('finds what %s names', async (name, expected) => {
    expect(await find(name)).toEqual(expected)
  })

  it('finds a session in each root that has it', async () => {
    expect((await findSessionFiles([tree.root, tree.root], 'e0ff')).files).toHaveLength(2)
  })
})
