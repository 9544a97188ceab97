import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeatbeltProfile } from '../to-seatbelt-profile.ts'

/** Puts a program into a folder that takes what `sandbox-exec` takes and starts what it is to start, keeping nothing in. */
export function createStandIn(folder: string): string {
  const path = join(folder, 'sandbox-exec')
  writeFileSync(path, PROGRAM, { mode: 0o755 })
  return path
}

const PROGRAM = `#!/bin/sh
while :; do
  case "$1" in
    -p) shift 2 ;;
    -D*=*) shift ;;
    --) shift; exec "$@" ;;
    *) echo "usage: sandbox-exec [-p profile-string] [-D key=value ...] command" >&2; exit 64 ;;
  esac
done
`

/** The profile that `sandbox-exec` would make of its arguments. */
export function readArguments(args: readonly string[]): SeatbeltProfile {
  const options = args.slice(0, args.indexOf('--'))
  const text = options[options.indexOf('-p') + 1] ?? ''
  const values = options.filter(option => option.startsWith('-D')).map(option => option.slice(2))
  const parameters = new Map(
    values.map(value => [value.slice(0, value.indexOf('=')), value.slice(value.indexOf('=') + 1)]),
  )
  return { text, parameters }
}
