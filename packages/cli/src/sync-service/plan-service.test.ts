import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { planService, type ServiceSurroundings } from './plan-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-service-'))
afterAll(() => rmSync(folder, { recursive: true }))

const surroundings: ServiceSurroundings = {
  kind: 'sync',
  platform: 'linux',
  env: {
    ANTIPHON_STORE: 'postgres://ana@db.example/team?sslmode=verify-full',
    PGPASSWORD: 'topsecret',
    PGPORT: '5433',
    ANTHROPIC_API_KEY: 'sk-secret',
  },
  home: folder,
  userId: 501,
  program: [process.execPath, join(folder, 'a "quoted" 100% $folder\\antiphon.js')],
  isRedacted: true,
}

function hasSystemd(): boolean {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('planService', () => {
  it('makes a unit that has the store and no secret', () => {
    const { path, text, install } = planService(surroundings)
    expect(path).toBe(join(folder, '.config/systemd/user/antiphon-sync.service'))
    expect(text).toContain('Environment="ANTIPHON_STORE=postgres://ana@db.example/team?sslmode=verify-full"')
    expect(text).toContain('Environment="PGPORT=5433"')
    expect(text).toMatch(/"sync" "--watch" "--redact"/)
    expect(text).toContain('100%% $$folder\\\\antiphon.js')
    expect(text).not.toMatch(/secret/)
    expect(install.flat()).toContain('enable')
  })

  it.runIf(hasSystemd())('makes a unit that systemd takes', () => {
    const file = join(folder, 'antiphon-sync.service')
    writeFileSync(file, planService({ ...surroundings, program: [process.execPath, '/a b/100%.js'] }).text)
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--user', file], {
      env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder },
      encoding: 'utf8',
    })
    expect(stderr).not.toContain('antiphon-sync.service')
    expect(status).toBe(0)
  })

  it('makes a property list for launchd', () => {
    const { path, text, install } = planService({ ...surroundings, platform: 'darwin', program: ['/a&b'] })
    expect(path).toBe(join(folder, 'Library/LaunchAgents/dev.antiphon.sync.plist'))
    expect(text).toContain('<string>/a&amp;b</string>\n    <string>sync</string>')
    expect(text).not.toMatch(/secret/)
    expect(install).toEqual([['launchctl', 'bootstrap', 'gui/501', path]])
  })

  it('refuses a password in the address, a missing store, a system that it does not know', () => {
    const withUrl = (url: string): ServiceSurroundings => ({ ...surroundings, env: { ANTIPHON_STORE: url } })
    expect(() => planService(withUrl('postgres://ana:topsecret@there/team'))).toThrow('~/.pgpass')
    expect(() => planService(withUrl('postgres://ana:topsecret@there/team'))).not.toThrow('topsecret')
    expect(() => planService(withUrl('postgres://there/team?password=topsecret'))).toThrow('~/.pgpass')
    expect(() => planService(withUrl(''))).toThrow('No store is named')
    expect(() => planService({ ...surroundings, platform: 'win32' })).toThrow('No service is known for win32')
    expect(() => planService({ ...surroundings, program: ['a\nb'] })).toThrow('cannot stand')
  })
})
