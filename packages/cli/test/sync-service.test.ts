import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { collect, EXECUTABLE, startAntiphon } from './spawn-antiphon.ts'
import type { Ran } from './test-io.ts'

const home = mkdtempSync(join(tmpdir(), 'antiphon-service-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const UNIT = join(home, '.config/systemd/user/antiphon-sync.service')

function run(path: string, ...argv: readonly string[]): Promise<Ran> {
  const env = {
    ...{ HOME: home, PATH: path, XDG_CONFIG_HOME: '', CLAUDE_CONFIG_DIR: '', ANTIPHON_CONFIG_DIR: '' },
    ...{ ANTIPHON_STORE: 'postgres://ana@db.example/team', PGPASSWORD: 'topsecret' },
  }
  const child = startAntiphon(['sync', ...argv], env)
  child.stdin.end()
  return collect(child)
}

describe.runIf(process.platform === 'linux')('antiphon sync --install', () => {
  it('shows what it would do, does it, says what to run where there is no systemd, and can be undone', async () => {
    const nowhere = join(home, 'empty')
    mkdirSync(nowhere)
    const shown = await run(nowhere, '--install', '--dry-run')
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toContain(`ExecStart="${process.execPath}" "${EXECUTABLE}" "sync" "--watch"`)
    expect(existsSync(UNIT)).toBe(false)
    const unstarted = await run(nowhere, '--install', '--redact')
    expect(unstarted.code).toBe(1)
    expect(unstarted.stdout).toContain('there is no systemctl here')
    expect(unstarted.stdout).toContain('systemctl --user enable --now antiphon-sync.service')
    const unit = readFileSync(UNIT, 'utf8')
    expect(unit).toContain('"--redact"')
    expect(unit).not.toContain('topsecret')
    expect(statSync(UNIT).mode & 0o777).toBe(0o600)
    expect((await run(nowhere, '--install', '--store', 'postgres://ana:topsecret@db/team')).stderr).toContain(
      '~/.pgpass',
    )
    const [programs, calls] = [join(home, 'programs'), join(home, 'calls')]
    mkdirSync(programs)
    writeFileSync(join(programs, 'systemctl'), `#!/bin/sh\necho "$@" >> ${calls}\n`)
    chmodSync(join(programs, 'systemctl'), 0o755)
    const installed = await run(programs, '--install')
    expect(installed).toMatchObject({ code: 0, stdout: expect.stringContaining(`Installed ${UNIT}.`) })
    const removed = await run(programs, '--uninstall')
    expect(removed).toMatchObject({ code: 0, stdout: `Removed ${UNIT}.\n` })
    expect(existsSync(UNIT)).toBe(false)
    expect(readFileSync(calls, 'utf8').split('\n')).toEqual([
      '--user daemon-reload',
      '--user enable --now antiphon-sync.service',
      '--user restart antiphon-sync.service',
      '--user disable --now antiphon-sync.service',
      '--user daemon-reload',
      '',
    ])
    expect((await run(programs, '--uninstall')).stdout).toContain('nothing is installed')
  })
})
