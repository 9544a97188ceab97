import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findClaude } from './find-claude.ts'

const base = mkdtempSync(join(tmpdir(), 'antiphon-claude-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

function install(folder: string, script: string, mode = 0o755): string {
  const path = join(base, folder, 'claude')
  mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, mode)
  return path
}

const SPEAKS = 'echo "2.1.325 (Claude Code)"'

describe.skipIf(process.platform === 'win32')('findClaude', () => {
  it('takes the first on the path that tells its version', async () => {
    install('not-a-program', SPEAKS, 0o644)
    install('broken', 'exit 3')
    install('silent', 'true')
    const path = install('good', SPEAKS)
    install('later', 'echo 1.0.0')
    const folders = ['missing', 'not-a-program', 'broken', 'silent', 'good', 'later'].map(name =>
      join(base, name),
    )
    const env = { PATH: [...folders, process.env.PATH].join(delimiter) }
    expect(await findClaude({ env, home: undefined })).toEqual({ path, version: '2.1.325' })
  })

  it('runs nothing of the folder that one stands in', async () => {
    const ran = join(base, 'ran')
    install('clone/bin', `touch '${ran}'; ${SPEAKS}`)
    install('clone', `touch '${ran}'; ${SPEAKS}`)
    const here = relative(process.cwd(), join(base, 'clone'))
    const env = { PATH: ['', here, join(here, 'bin')].join(delimiter) }
    expect(await findClaude({ env, home: undefined })).toBeNull()
    expect(existsSync(ran)).toBe(false)
  })

  it('looks where its installers put it', async () => {
    const path = install('home/.claude/local', SPEAKS)
    expect(await findClaude({ env: { PATH: '' }, home: join(base, 'home') })).toEqual({
      path,
      version: '2.1.325',
    })
  })

  it('takes the one that a person names, and no other', async () => {
    const good = install('good', SPEAKS)
    const env = { PATH: join(base, 'good'), ANTIPHON_CLAUDE: join(base, 'nowhere') }
    expect(await findClaude({ env, home: undefined })).toBeNull()
    expect(await findClaude({ env: { ...env, ANTIPHON_CLAUDE: good }, home: undefined })).toMatchObject({
      path: good,
    })
  })

  it('finds none where there is none', async () => {
    expect(await findClaude({ env: {}, home: undefined })).toBeNull()
  })
})
