import { readFileSync } from 'node:fs'
import { packageFile } from './package-file.ts'

/** The version of Claude Code whose files and protocol are spoken here; programs that drive it ask for it. */
export const COMPATIBLE_VERSION = '2.1.325'

/** Our own version. */
export function readVersion(): string {
  // Our own package.json, which npm checks.
  const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    readonly version: string
  }
  return version
}
