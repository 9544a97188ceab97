import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSessionTree, type SessionTree } from '../testing/session-tree.ts'
import { findRoots } from './find-roots.ts'

let tree: SessionTree
beforeEach(() => {
  tree = createSessionTree()
})
afterEach(() => tree.remove())

describe('findRoots', () => {
  it('looks into the variable first, then at home, and gives what is there', async () => {
    const asked = join(tree.home, 'elsewhere')
    mkdirSync(asked)
    mkdirSync(join(tree.home, '.antiphon'))
    const { roots, searched, writeRoot } = await findRoots({ CLAUDE_CONFIG_DIR: asked }, tree.home)
    expect(roots).toEqual([asked, join(tree.home, '.antiphon'), tree.root])
    expect(searched).toEqual([...roots, join(tree.home, '.config', 'claude')])
    expect(writeRoot).toBe(asked)
  })

  it('writes to ~/.antiphon unless told, even if that is not there yet', async () => {
    const { roots, writeRoot } = await findRoots({}, tree.home)
    expect(roots).toEqual([tree.root])
    expect(writeRoot).toBe(join(tree.home, '.antiphon'))
  })

  it('takes a folder once, however many names it has', async () => {
    symlinkSync(tree.root, join(tree.home, '.antiphon'))
    const { roots } = await findRoots({ CLAUDE_CONFIG_DIR: `${tree.root}/` }, tree.home)
    expect(roots).toEqual([tree.root])
  })

  it('finds the folder of the XDG variable', async () => {
    const config = join(tree.home, 'config')
    mkdirSync(join(config, 'claude'), { recursive: true })
    expect((await findRoots({ XDG_CONFIG_HOME: config }, tree.home)).roots).toEqual([
      tree.root,
      join(config, 'claude'),
    ])
  })

  it('passes over a file and a link to nowhere', async () => {
    writeFileSync(join(tree.home, '.antiphon'), '')
    const gone = join(tree.home, 'gone')
    symlinkSync(join(tree.home, 'nowhere'), gone)
    expect((await findRoots({ CLAUDE_CONFIG_DIR: gone }, tree.home)).roots).toEqual([tree.root])
  })

  it('searches nowhere without a home and a variable', async () => {
    expect(await findRoots({}, undefined)).toEqual({ roots: [], searched: [], writeRoot: null })
  })
})
