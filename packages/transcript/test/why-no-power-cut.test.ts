import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { whyNoPowerCut } from './process/why-no-power-cut.ts'

let programs: string
beforeEach(() => {
  programs = mkdtempSync(join(tmpdir(), 'antiphon-path-'))
  const sh = execFileSync('sh', ['-c', 'command -v sh'], { encoding: 'utf8' }).trim()
  symlinkSync(sh, join(programs, 'sh'))
  vi.stubEnv('PATH', programs)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(programs, { recursive: true, force: true })
})

/** Puts programs on the path that say something and end with a status. */
function install(names: readonly string[], status = 0): void {
  for (const name of names) {
    const path = join(programs, name)
    writeFileSync(path, `#!/bin/sh\necho "${name} is refused" >&2\nexit ${status}\n`)
    chmodSync(path, 0o755)
  }
}

describe('the reason why no power can be cut', () => {
  it('names a program that is not installed', () => {
    expect(whyNoPowerCut('ext4')).toBe('losetup is not installed')
    install(['losetup'])
    expect(whyNoPowerCut('xfs')).toBe('mkfs.xfs is not installed')
    install(['mkfs.xfs'])
    expect(whyNoPowerCut('xfs')).toBe('neither xfs_io nor perl is installed')
  })

  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'tells that mounting is refused, or only the mount of a loop device (skipped where nobody is root on Linux)',
    () => {
      install(['losetup', 'mkfs.ext4', 'xfs_io', 'umount'])
      install(['unshare', 'mount'], 1)
      expect(whyNoPowerCut('ext4')).toBe('mounting is refused')
      install(['unshare'])
      expect(whyNoPowerCut('ext4')).toMatch(/^a rehearsal failed: Command failed: mount .* mount is refused$/)
      install(['mount'])
      expect(whyNoPowerCut('ext4')).toBeNull()
    },
  )
})
