import { execFile } from 'node:child_process'

/** Null where a program does what it is told within some seconds, else why not, in its own words. */
export function tryProgram(path: string, args: readonly string[]): Promise<string | null> {
  return new Promise(resolve => {
    execFile(path, args, { timeout: PATIENCE_MS }, (error, _, stderr) => {
      resolve(error && (stderr.trim().slice(0, LONGEST_REASON) || error.message))
    })
  })
}

const PATIENCE_MS = 5_000
const LONGEST_REASON = 300
