import { spawnSync } from 'node:child_process'

/** Why system calls cannot be made to fail here, or null where they can. */
export function whyNoStrace(): string | null {
  if (process.platform !== 'linux') return 'needs Linux'
  const { error, status } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], { timeout: 10_000 })
  if (error) return 'strace is not installed'
  return status === 0 ? null : 'ptrace is refused'
}

/** Why no file system can be mounted here, or null where one can. */
export function whyNoMount(): string | null {
  if (process.platform !== 'linux') return 'needs Linux'
  if (process.getuid?.() !== 0) return 'needs root'
  // Root in a container may be refused all the same.
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], {
    timeout: 10_000,
  })
  return status === 0 ? null : 'mounting is refused'
}

/** Why the power of a file system cannot be cut here, or null where it can. */
export function whyNoPowerCut(fileSystem: string): string | null {
  const missing = ['losetup', `mkfs.${fileSystem}`].find(program => !isInstalled(program))
  if (missing) return `${missing} is not installed`
  if (!isInstalled('xfs_io') && !isInstalled('perl')) return 'neither xfs_io nor perl is installed'
  return whyNoMount()
}

export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { timeout: 10_000 }).status === 0
}

/** A test's name with the reason why it is skipped. */
export function withReason(name: string, reason: string | null): string {
  return reason === null ? name : `${name} (skipped: ${reason})`
}
