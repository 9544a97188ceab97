import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from '../transcript-error.ts'

/**
 * Makes a folder and those above it that are missing, for their owner alone unless told. Throws the system's own error of the
 * one that cannot be made: Node's way to make several at once asks for ever where a folder that is there takes none
 * (`/proc`, a home that an automounter does not know), and calls a disk that may only be read a missing folder.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  if (isFolder(folder)) return
  try {
    makeOne(folder, mode)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || isFolder(dirname(folder)) || dirname(folder) === folder) throw error
    makeFolder(dirname(folder), mode)
    makeOne(folder, mode)
  }
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Somebody else may make the same one at the same time.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    // Making it says why.
    return false
  }
}
