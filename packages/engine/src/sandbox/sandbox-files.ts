import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSeccompFilter } from './seccomp-filter.ts'

/** What a sandbox needs on the disk. */
export interface SandboxFiles {
  /** Where commands may leave files that others of the session find again. */
  folder(): string
  /** A descriptor of the filter of system calls; null where there is none for this processor. */
  openFilter(): number | null
  close(descriptor: number | null): void
  remove(): Promise<void>
}

/** Makes them when they are first needed. */
export function createSandboxFiles(): SandboxFiles {
  let folder: string | null = null
  let filter: number | null = null
  return {
    folder() {
      folder ??= mkdtempSync(join(realpathSync(tmpdir()), 'antiphon-sandbox-'))
      return folder
    },
    openFilter() {
      filter ??= makeFilter()
      // Opened anew, since whoever reads it reads to its end.
      return filter === null ? null : openSync(`/proc/self/fd/${filter}`, 'r')
    },
    close(descriptor) {
      if (descriptor !== null) closeSync(descriptor)
    },
    async remove() {
      if (filter !== null) closeSync(filter)
      if (folder !== null) await rm(folder, { recursive: true, force: true })
      folder = filter = null
    },
  }
}

/** A file without a name: no command can change it. */
function makeFilter(): number | null {
  const program = createSeccompFilter(process.arch)
  if (program === null) return null
  const place = mkdtempSync(join(tmpdir(), 'antiphon-filter-'))
  const file = join(place, 'filter')
  writeFileSync(file, program, { mode: 0o600 })
  const descriptor = openSync(file, 'r')
  unlinkSync(file)
  rmSync(place, { recursive: true })
  return descriptor
}
