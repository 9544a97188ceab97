import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toProjectKey } from '@antiphon/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProjectFolders, type ToldProject } from './project-folders.ts'
import { applyScope, type ScopeOptions } from './recall-scope.ts'

let home = ''
let folders: readonly ToldProject[] = []

/** A session that worked in a directory. */
function write(directory: string): void {
  const folder = join(home, 'projects', toProjectKey(directory))
  mkdirSync(folder, { recursive: true })
  const line = { type: 'user', uuid: 'one', cwd: directory, message: { role: 'user', content: 'Light it.' } }
  writeFileSync(join(folder, 'session-of-it.jsonl'), `${JSON.stringify(line)}\n`)
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'antiphon-scope-'))
  const [app, tree] = [join(home, 'app'), join(home, 'elsewhere', 'tree')]
  mkdirSync(join(app, '.git', 'worktrees', 'tree'), { recursive: true })
  mkdirSync(join(app, 'packages', 'lamp'), { recursive: true })
  mkdirSync(tree, { recursive: true })
  writeFileSync(join(tree, '.git'), `gitdir: ${join(app, '.git', 'worktrees', 'tree')}\n`)
  for (const directory of [
    app,
    join(app, 'packages', 'lamp'),
    tree,
    join(home, 'app-two'),
    join(home, 'harbour'),
  ])
    write(directory)
  folders = await createProjectFolders([home]).list()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function told(options: ScopeOptions): readonly string[] {
  return applyScope(folders, options)
    .projects.map(({ directory }) => directory.slice(home.length + 1))
    .sort()
}

function of(...names: readonly string[]): ScopeOptions['wish'] {
  return { kind: 'directories', directories: names.map(name => join(home, name)) }
}

describe('the scope', () => {
  it('of a directory is what was done in it, below it, and in the worktrees of its repository', () => {
    expect(told({ wish: of('app') })).toEqual(['app', 'app/packages/lamp', 'elsewhere/tree'])
  })

  it('of a worktree, or of a folder inside, is that of the repository', () => {
    expect(told({ wish: of('elsewhere/tree') })).toEqual(['app', 'app/packages/lamp', 'elsewhere/tree'])
    expect(told({ wish: of('app/packages/lamp') })).toEqual(['app', 'app/packages/lamp', 'elsewhere/tree'])
  })

  it('of a directory is not that of one whose name only begins like it', () => {
    expect(told({ wish: of('app-two') })).toEqual(['app-two'])
    expect(told({ wish: of('app') })).not.toContain('app-two')
  })

  it('is narrowed by a path or a part of one, never widened', () => {
    expect(told({ wish: { kind: 'all' }, narrow: join(home, 'app') })).toEqual(['app', 'app/packages/lamp'])
    expect(told({ wish: { kind: 'all' }, narrow: 'HARB' })).toEqual(['harbour'])
    expect(told({ wish: of('app'), narrow: 'harbour' })).toEqual([])
  })

  it('counts what is out of reach, and not what is hidden', () => {
    expect(applyScope(folders, { wish: of('harbour') }).outside).toBe(4)
    const isShown = (path: string): boolean => path.includes('harbour')
    const scope = applyScope(folders, { wish: { kind: 'all' }, isShown })
    expect([scope.projects.length, scope.outside]).toEqual([1, 0])
  })

  it('accepts the logs of its projects and of their subagents, and no others', () => {
    const { accepts } = applyScope(folders, { wish: of('harbour') })
    const folder = join(home, 'projects', toProjectKey(join(home, 'harbour')))
    expect(accepts(join(folder, 'session-of-it.jsonl'))).toBe(true)
    expect(accepts(join(folder, 'session-of-it', 'subagents', 'agent-1.jsonl'))).toBe(true)
    expect(accepts(join(`${folder}-2`, 'session-of-it.jsonl'))).toBe(false)
    expect(accepts('/etc/passwd')).toBe(false)
  })
})
