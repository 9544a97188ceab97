import { createLoopDisk } from './loop-disk.ts'
import { isInstalled, whyNoMount } from './requirements.ts'

/** Why the power of a file system cannot be cut here, or null where it can: it was cut once to find out. */
export function whyNoPowerCut(fileSystem: string): string | null {
  const missing = ['losetup', `mkfs.${fileSystem}`].find(program => !isInstalled(program))
  if (missing) return `${missing} is not installed`
  if (!isInstalled('xfs_io') && !isInstalled('perl')) return 'neither xfs_io nor perl is installed'
  return whyNoMount() ?? whyNoRehearsal(fileSystem)
}

/** Loop devices, the file system or its shutdown may be refused where mounting is not. */
function whyNoRehearsal(fileSystem: string): string | null {
  try {
    const disk = createLoopDisk(fileSystem)
    try {
      disk.cutPower(false)
    } finally {
      disk.remove()
    }
    return null
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return `a rehearsal failed: ${text.trim().replaceAll(/\s+/g, ' ')}`
  }
}
