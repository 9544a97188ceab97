import { spawnSync } from 'node:child_process'
import { quickReason } from './soak.ts'

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

/** Why no process can have a network, processes and mounts of its own here, or null where one can. */
export function whyNoNamespaces(): string | null {
  if (process.platform !== 'linux') return 'needs Linux'
  const all = ['--net', '--mount', '--pid', '--fork', '--mount-proc', 'true']
  const { error, status } = spawnSync('unshare', all, { timeout: 10_000 })
  if (error) return 'unshare is not installed'
  return status === 0 ? null : 'namespaces are refused'
}

/** True where a program of this name can be started. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`], { timeout: 10_000 }).status === 0
}

/** A test's name with the reason why it is skipped; prints it too, since few reporters name what is skipped. */
export function withReason(name: string, reason: string | null): string {
  if (reason === null) return name
  if (reason !== quickReason) console.log(`Skipped: ${name}: ${reason}`)
  return `${name} (skipped: ${reason})`
}
