import { readFileSync } from 'node:fs'

/** The version of Claude Code whose files and protocol are spoken here; programs that drive it ask for it. */
export const COMPATIBLE_VERSION = '2.1.325'

/** Our own version. */
export function readVersion(): string {
  // Our own package.json, which npm checks: the code lies one folder deep, in src, in dist, or in the bundle.
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly version: string
  }
  return version
}
