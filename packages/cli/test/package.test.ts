import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

describe('the package that npm would publish', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'antiphon-package-'))
    await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE })
    const [packed = ''] = await readdir(folder)
    await run('tar', ['-xzf', join(folder, packed), '-C', folder])
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('leaves no copy of the page in the source tree', () => {
    expect(existsSync(join(PACKAGE, 'web'))).toBe(false)
  })

  it('holds the page as it is for people, not as it is for those who build it', async () => {
    const assets = join(folder, 'package/web/assets')
    const scripts = (await readdir(assets)).filter(name => name.endsWith('.js'))
    const texts = await Promise.all(scripts.map(name => readFile(join(assets, name), 'utf8')))
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.filter(text => text.includes('jsxDEV'))).toEqual([])
  })

  it('opens the window with the page and the bundled sessions, with nothing else installed', async () => {
    const program = spawn(process.execPath, [join(folder, 'package/bin/antiphon.js'), 'open', '--json'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: join(folder, 'home') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [line] = await once(createInterface({ input: program.stdout }), 'line')
      const { url } = JSON.parse(String(line))
      const { origin, hash } = new URL(url)
      const page = await fetch(origin)
      expect(await page.text()).toContain('<div id="page">')
      const authorization = `Bearer ${new URLSearchParams(hash.slice(1)).get('token')}`
      const about = await fetch(`${origin}/api/about`, { headers: { authorization } })
      expect(await about.json()).toMatchObject({ hasExamples: true })
      const sessions = await fetch(`${origin}/api/sessions`, { headers: { authorization } })
      expect((await sessions.text()).trim().split('\n')).toHaveLength(3)
      // Each is read in a thread, whose program has to be in the package, too.
      const verdicts = await fetch(`${origin}/api/doctor`, { headers: { authorization } })
      expect((await verdicts.text()).match(/"verdict":"fine"/g)).toHaveLength(3)
    } finally {
      program.kill('SIGINT')
      await once(program, 'exit')
    }
  })
})
