import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXECUTABLE } from './spawn-antiphon.ts'

/** Puts a `claude` into a folder, for `ANTIPHON_CLAUDE`: our own executable plays its part. */
export function playClaude(folder: string): string {
  const path = join(folder, 'claude')
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${EXECUTABLE}" "$@"\n`)
  chmodSync(path, 0o755)
  return path
}
