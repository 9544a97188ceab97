import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSessionTree, exchange, type SessionTree } from '../testing/session-tree.ts'
import { discoverSessions, readSummaries } from './discover-sessions.ts'
import type { DiscoveryProblem } from './discovery-problem.ts'
import { listSessionFiles } from './list-session-files.ts'
import type { SessionSummary } from './session-summary.ts'

let tree: SessionTree
beforeEach(() => {
  tree = createSessionTree()
})
afterEach(() => tree.remove())

async function discover(
  hasSubagents = false,
): Promise<{ sessions: SessionSummary[]; problems: DiscoveryProblem[] }> {
  const sessions: SessionSummary[] = []
  const problems: DiscoveryProblem[] = []
  for await (const item of discoverSessions([tree.root], { hasSubagents })) {
    if (item.kind === 'problem') problems.push(item)
    else sessions.push(item)
  }
  return { sessions, problems }
}

describe('discoverSessions', () => {
  it('gives sessions of all projects, the newest first', async () => {
    tree.write('-a/s1.jsonl', exchange('One.'), 30)
    tree.write('-b/s2.jsonl', exchange('Two.'), 10)
    tree.write('-a/s3.jsonl', exchange('Three.'), 20)
    const { sessions, problems } = await discover()
    expect(sessions.map(({ firstPrompt }) => firstPrompt)).toEqual(['Two.', 'Three.', 'One.'])
    expect(sessions[0]).toMatchObject({
      key: { project: '-b', session: 's2' },
      root: tree.root,
      modifiedAt: '2026-11-15T11:50:00.000Z',
    })
    expect(problems).toEqual([])
  })

  it('counts subagents in the folder of a session, at any depth, and beside it', async () => {
    const task = (owner: string): readonly object[] =>
      exchange('Look.', { isSidechain: true, sessionId: owner })
    tree.write('-a/s1.jsonl', exchange('One.'))
    tree.write('-a/s2.jsonl', exchange('Two.'), 1)
    tree.write('-a/s1/subagents/agent-1.jsonl', task('s1'), 2)
    tree.write('-a/s1/subagents/workflows/w/agent-2.jsonl', task('s1'), 3)
    tree.write('-a/s1/subagents/workflows/w/journal.jsonl', [{ type: 'started', key: 'k', agentId: '2' }])
    tree.write('-a/s1/tool-results/x.txt', 'large')
    tree.write('-a/agent-3.jsonl', task('s2'), 4)
    tree.write('-a/agent-4.jsonl', [{ type: 'summary', summary: 'x', leafUuid: 'y' }, ...task('s1')], 5)
    tree.write('-a/agent-5.jsonl', 'no session at all', 6)
    const { sessions } = await discover()
    expect(sessions.map(({ key, subagents }) => [key.session, subagents])).toEqual([
      ['s1', 3],
      ['s2', 1],
    ])
    const all = (await discover(true)).sessions.filter(({ kind }) => kind === 'subagent')
    expect(all.map(({ key, session }) => [key.subpath ?? key.session, session])).toEqual([
      ['subagents/agent-1', 's1'],
      ['subagents/workflows/w/agent-2', 's1'],
      ['agent-3', 's2'],
      ['agent-4', 's1'],
      ['agent-5', 'agent-5'],
    ])
  })

  it('passes over what is no log', async () => {
    tree.write('-a/memory/MEMORY.md', '# Notes')
    tree.write('-a/sessions-index.json', '{}')
    tree.write('-a/s1.jsonl.gz', 'packed')
    tree.write('stray.jsonl', exchange('Not in a project.'))
    symlinkSync(join(tree.root, 'projects', 'stray.jsonl'), join(tree.root, 'projects', 'link'))
    expect(await discover()).toEqual({ sessions: [], problems: [] })
  })

  it('follows the link that stands for a project', async () => {
    tree.write('-a/s1.jsonl', exchange('One.'))
    symlinkSync(join(tree.root, 'projects', '-a'), join(tree.root, 'projects', '-b'))
    expect((await discover()).sessions.map(({ key }) => key.project).sort()).toEqual(['-a', '-b'])
  })

  it('tells what it could not read, and gives the rest', async () => {
    const projects = join(tree.root, 'projects')
    tree.write('-a/s1.jsonl', exchange('One.'))
    mkdirSync(join(projects, '-a', 'folder.jsonl'))
    symlinkSync('nowhere', join(projects, '-a', 'dangling.jsonl'))
    symlinkSync('itself', join(projects, 'itself'))
    const { sessions, problems } = await discover()
    expect(sessions).toHaveLength(1)
    expect(problems.map(({ path, code }) => [path, code]).sort()).toEqual([
      [join(projects, '-a', 'dangling.jsonl'), 'ENOENT'],
      [join(projects, '-a', 'folder.jsonl'), 'EISDIR'],
      [join(projects, 'itself'), 'ELOOP'],
    ])
  })

  it('tells of a file that vanished after it was listed', async () => {
    const path = tree.write('-a/s1.jsonl', exchange('One.'))
    tree.write('-a/s2.jsonl', exchange('Two.'), 1)
    const { files } = await listSessionFiles([tree.root])
    rmSync(path)
    const found: unknown[] = []
    for await (const item of readSummaries(files)) found.push(item)
    expect(found).toMatchObject([{ kind: 'problem', path, code: 'ENOENT' }, { firstPrompt: 'Two.' }])
  })

  it('tells of a `projects` that is no folder, and is silent where there is none', async () => {
    const root = join(tree.home, 'other')
    mkdirSync(root)
    const found: unknown[] = []
    for await (const item of discoverSessions([root])) found.push(item)
    expect(found).toEqual([])
    writeFileSync(join(root, 'projects'), '')
    for await (const item of discoverSessions([root])) found.push(item)
    expect(found).toMatchObject([{ kind: 'problem', code: 'ENOTDIR' }])
  })

  it('reads no more than a few files beyond what it is asked for', async () => {
    for (let session = 0; session < 60; session++) tree.write(`-a/s${session}.jsonl`, exchange('x'), session)
    const { files } = await listSessionFiles([tree.root])
    const asked: string[] = []
    const watched = (function* () {
      for (const file of files) {
        asked.push(file.path)
        yield file
      }
    })()
    for await (const item of readSummaries(watched)) if (item) break
    expect(asked.length).toBeLessThan(20)
  })
})
