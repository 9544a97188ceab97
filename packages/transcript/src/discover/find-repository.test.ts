import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRepositoryFinder } from './find-repository.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-repository-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const gone = '/nowhere-at-all/work'

describe('createRepositoryFinder', () => {
  it.each([
    [`${gone}/cli/.worktrees/1/cmd`, 'cli', '1', `${gone}/cli`],
    [`${gone}/cli/.worktrees/2`, 'cli', '2', `${gone}/cli`],
    [`${gone}/tower/.claude/worktrees/fog-horn/src`, 'tower', 'fog-horn', `${gone}/tower`],
    [`${gone}/.claude-worktrees/tower/calm-fox`, 'tower', 'calm-fox', `${gone}/.claude-worktrees/tower`],
    [`${gone}/tower.worktrees/lamp`, 'tower', 'lamp', `${gone}/tower`],
    [`${gone}/tower-worktrees/lamp/src`, 'tower', 'lamp', `${gone}/tower`],
    [`${gone}/tower`, 'tower', null, `${gone}/tower`],
    ['/', '/', null, '/'],
  ])('tells by its path whose worktree %s was', (cwd, name, worktree, path) => {
    expect(createRepositoryFinder()(cwd)).toEqual({ name, worktree, path })
  })

  it('asks the folder where it is there: a worktree may have any name and lie anywhere', () => {
    const main = join(folder, 'lighthouse')
    mkdirSync(join(main, '.git', 'worktrees', 'horn'), { recursive: true })
    mkdirSync(join(main, 'packages', 'cli'), { recursive: true })
    const elsewhere = join(folder, 'elsewhere', '7')
    mkdirSync(join(elsewhere, 'src'), { recursive: true })
    writeFileSync(join(elsewhere, '.git'), `gitdir: ${join(main, '.git', 'worktrees', 'horn')}\n`)
    const find = createRepositoryFinder()
    expect(find(join(main, 'packages', 'cli'))).toEqual({ name: 'lighthouse', path: main, worktree: null })
    expect(find(join(elsewhere, 'src'))).toEqual({ name: 'lighthouse', path: main, worktree: '7' })
  })

  it('takes a submodule for a repository, and a file that says nothing for none', () => {
    const module = join(folder, 'tower', 'module')
    mkdirSync(join(folder, 'tower', '.git'), { recursive: true })
    mkdirSync(module, { recursive: true })
    writeFileSync(join(module, '.git'), 'gitdir: ../.git/modules/module\n')
    const find = createRepositoryFinder()
    expect(find(module)).toEqual({ name: 'module', path: module, worktree: null })
    const odd = join(folder, 'tower', 'odd')
    mkdirSync(odd)
    writeFileSync(join(odd, '.git'), '?')
    expect(find(odd)).toMatchObject({ name: 'tower' })
  })
})
