import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { prepareViewRoots } from './keep-view-fresh.ts'

it('shows archived sessions of an agent of which nothing else is left', async () => {
  const home = mkdtempSync(join(tmpdir(), 'antiphon-view-'))
  try {
    mkdirSync(join(home, '.antiphon', 'archive', 'sessions', 'pi'), { recursive: true })
    const find = (env: object) => prepareViewRoots({ env: { HOME: home, ...env } }, [])
    expect(await find({})).toEqual([join(home, '.antiphon', 'agents', 'pi')])
    expect(await find({ ANTIPHON_AGENTS: 'none' })).toEqual([])
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
