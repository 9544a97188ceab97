import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled } from './requirements.ts'

/** A file system in a file, whose power can be cut. */
export type LoopDisk = {
  /** Where it is mounted. */
  readonly folder: string
  /** A folder outside of it, which no power cut reaches. */
  readonly outside: string
  /** From now on nothing reaches the medium; what the kernel held back is lost. */
  cutPower(flushesJournal: boolean): void
  /** Unmounts and mounts it, as after a restart. */
  restart(options?: readonly string[]): void
  remove(): void
}

// The smallest that mkfs.xfs accepts.
const BYTES = 300 * 1024 * 1024

/** Makes a file system of a kind and mounts it. */
export function createLoopDisk(fileSystem: string): LoopDisk {
  const outside = mkdtempSync(join(tmpdir(), 'antiphon-loop-'))
  const image = join(outside, 'image')
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-mounted-'))
  writeFileSync(image, '')
  truncateSync(image, BYTES)
  const disk: LoopDisk = {
    folder,
    outside,
    cutPower(flushesJournal) {
      if (isInstalled('xfs_io')) run('xfs_io', ['-x', '-c', `shutdown${flushesJournal ? ' -f' : ''}`, folder])
      else run('perl', ['-e', SHUT_DOWN, folder, flushesJournal ? '1' : '2'])
    },
    restart(options = []) {
      run('umount', [folder])
      mount(options)
    },
    remove() {
      try {
        run('umount', ['--lazy', folder])
      } finally {
        rmSync(outside, { recursive: true, force: true })
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
  try {
    run(`mkfs.${fileSystem}`, ['-q', image])
    mount([])
    return disk
  } catch (error) {
    for (const made of [outside, folder]) rmSync(made, { recursive: true, force: true })
    throw error
  }

  // The kernel detaches a device that `mount` attached as soon as it is unmounted.
  function mount(options: readonly string[]): void {
    run('mount', ['-o', ['loop', ...options].join(','), image, folder])
  }
}

/** FS_IOC_SHUTDOWN, which ext4 and xfs share. */
const SHUT_DOWN =
  'sysopen(my $folder, $ARGV[0], 0) or die $!; my $how = pack("L", $ARGV[1]); ioctl($folder, 0x8004587d, $how) or die $!'

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 60_000 })
}
