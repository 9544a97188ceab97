import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a folder and those above it. Says of a disk that may only be read what it is: Node calls it a folder that does not exist. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    let missing = folder
    while (!existsSync(dirname(missing)) && missing !== dirname(missing)) missing = dirname(missing)
    mkdirSync(missing, { mode: 0o700 })
    throw error
  }
}
