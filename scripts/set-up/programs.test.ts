import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findPrograms } from './programs.mjs'

describe.skipIf(process.platform !== 'linux')("the system's programs (of Linux)", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'antiphon-programs-'))
    // Only what the test puts there is on this machine.
    vi.stubEnv('PATH', folder)
    vi.stubEnv('CHROMIUM_PATH', process.execPath)
    vi.stubEnv('POSTGRES_PROGRAMS', folder)
    for (const name of ['postgres', 'pgbouncer']) put(name, '')
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  function put(name: string, script: string): void {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }

  async function find(install: boolean): Promise<readonly string[]> {
    const said: string[] = []
    await findPrograms({ install, say: (text: string) => said.push(text) })
    return said
  }

  /** An apt-get that notes what it is asked, and brings ripgrep alone. */
  function putApt(): void {
    put('apt-get', `echo "$@" >> ${folder}/asked; case "$*" in *ripgrep*) : > ${folder}/rg;; esac`)
  }

  it('are named in one sentence with the command that brings them, and nothing is installed', async () => {
    putApt()
    for (const name of ['strace', 'bwrap', 'tmux', 'screen']) put(name, '')
    expect(await find(false)).toEqual([
      'not on this machine: ripgrep (Grep by ripgrep), xfsprogs (power cuts on xfs); tests that need them are skipped. `sudo apt-get install ripgrep xfsprogs` or `npm test -- --install-programs` brings them.',
    ])
    expect(existsSync(join(folder, 'asked'))).toBe(false)
  })

  it('are installed where that is wished, and what did not come is named', async () => {
    putApt()
    for (const name of ['strace', 'bwrap', 'tmux', 'screen']) put(name, '')
    expect(await find(true)).toEqual([
      'apt-get will install ripgrep, xfsprogs on this machine; ANTIPHON_INSTALL_PROGRAMS=no leaves it as it is.',
      expect.stringMatching(/^not on this machine: xfsprogs /),
    ])
    expect(readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')).toEqual([
      expect.stringMatching(/ update$/),
      expect.stringMatching(/ install -y --no-install-recommends ripgrep xfsprogs$/),
    ])
  })

  it('are not installed where somebody said no, whoever wishes it', async () => {
    putApt()
    vi.stubEnv('ANTIPHON_INSTALL_PROGRAMS', 'no')
    expect(await find(true)).toEqual([expect.stringMatching(/^not on this machine: ripgrep /)])
    expect(existsSync(join(folder, 'asked'))).toBe(false)
  })

  it('are not mentioned where they are there', async () => {
    putApt()
    for (const name of ['rg', 'mkfs.xfs', 'bwrap', 'strace', 'tmux', 'screen']) put(name, '')
    expect(await find(true)).toEqual([])
    expect(existsSync(join(folder, 'asked'))).toBe(false)
  })

  it('are looked for where they are named', async () => {
    for (const name of ['rg', 'mkfs.xfs', 'bwrap', 'strace']) put(name, '')
    rmSync(join(folder, 'postgres'))
    expect(await find(false)).toEqual([
      expect.stringMatching(/^not on this machine: postgresql \(the store of a fleet\)/),
    ])
  })

  it('are to be had somehow on a system without apt-get', async () => {
    expect(await find(true)).toEqual([expect.stringMatching(/Install them to run those, too/)])
  })
})
