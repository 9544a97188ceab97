import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const TRIES = 20
const PAUSE_MS = 100

/**
 * Puts a folder in the place of another, which goes to `old`; without a new one only the old one goes. Where that fails,
 * all is as it was.
 */
export function replaceFolder(place, { by, old }) {
  if (existsSync(place)) {
    try {
      rename(place, old)
    } catch (error) {
      // Somebody mounted it: then its content has to be replaced.
      if (error.code !== 'EBUSY' && error.code !== 'EXDEV') throw error
      for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true, force: true })
      if (existsSync(by)) cpSync(by, place, { recursive: true, verbatimSymlinks: true })
      return
    }
  }
  if (!existsSync(by)) return
  try {
    rename(by, place)
  } catch (error) {
    if (existsSync(old)) rename(old, place)
    throw error
  }
}

/** A virus scanner of Windows holds on to what was just written; it lets go after a moment. */
function rename(from, to) {
  for (let attempt = 1; ; attempt++) {
    try {
      return renameSync(from, to)
    } catch (error) {
      const isPassing = process.platform === 'win32' && /^(?:EPERM|EACCES|EBUSY)$/.test(error.code)
      if (!isPassing || attempt === TRIES) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}
