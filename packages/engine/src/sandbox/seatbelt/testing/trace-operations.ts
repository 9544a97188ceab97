import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Operation } from './judge-operation.ts'

/** What a command did to files when nothing kept it in, as the kernel of macOS would be asked for it. */
export type Trace = { readonly operations: readonly Operation[]; readonly output: string }

/** Runs a line of Bash under strace. */
export function traceOperations(
  command: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Trace {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-trace-'))
  try {
    const options = [
      '-qq',
      '-ff',
      '--seccomp-bpf',
      '-y',
      '-s',
      '4096',
      '-e',
      `trace=${CALLS}`,
      '-o',
      join(folder, 'trace'),
    ]
    const { stdout, stderr } = spawnSync('strace', [...options, '/bin/bash', '-c', command], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'latin1',
      timeout: 20_000,
      killSignal: 'SIGKILL',
    })
    const lines = readdirSync(folder).flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n'))
    return { operations: lines.flatMap(line => toOperations(line, cwd)), output: `${stdout}\n${stderr}` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const CALLS = '%file,fchmod,fchown,ftruncate,fsetxattr'

/** What succeeded; a call that failed did nothing. */
function toOperations(line: string, cwd: string): readonly Operation[] {
  const call = /^(?<name>\w+)\((?<rest>.*)\)\s+= (?<result>\d+)(?:<(?<opened>.*)>)?/.exec(line)?.groups
  if (call === undefined) return []
  const { name = '', rest = '', opened } = call
  const named = [...rest.matchAll(/(?:(?:AT_FDCWD|\d+)<(?<base>[^>]*)>, )?"(?<path>(?:[^"\\]|\\.)*)"/g)]
  const [first, second] = named.map(({ groups }) => place(groups?.base ?? cwd, groups?.path ?? '', cwd))
  if (/^(?:open|openat|openat2|creat)$/.test(name)) return opened === undefined ? [] : toOpening(rest, opened)
  const held = /^\d+<(?<path>[^>]*)>/.exec(rest)?.groups?.path
  if (/^(?:fchmod|fchown|ftruncate|fsetxattr)$/.test(name)) return held === undefined ? [] : writing(held)
  if (first === undefined) return []
  if (name.startsWith('rename'))
    return [{ name: 'file-write-unlink', on: first }, ...(second === undefined ? [] : writing(second))]
  if (/^(?:unlink|unlinkat|rmdir)$/.test(name)) return [{ name: 'file-write-unlink', on: first }]
  if (/^(?:link|linkat)$/.test(name))
    return [{ name: 'file-link', on: first }, ...(second === undefined ? [] : writing(second))]
  if (/^symlink/.test(name)) return second === undefined ? [] : writing(second)
  if (
    /^(?:chmod|fchmodat|fchmodat2|chown|lchown|fchownat|truncate|l?setxattr|utimensat|mkdir|mkdirat|mknod|mknodat)$/.test(
      name,
    )
  )
    return writing(first)
  return name === 'execve' ? [{ name: 'process-exec', on: first }] : []
}

function toOpening(rest: string, path: string): readonly Operation[] {
  if (/\bO_PATH\b/.test(rest)) return []
  const isWriting = /\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)\b/.test(rest)
  const isReading = !/\bO_WRONLY\b/.test(rest)
  return [...(isReading ? [{ name: 'file-read-data', on: path }] : []), ...(isWriting ? writing(path) : [])]
}

function writing(path: string): readonly Operation[] {
  return [{ name: 'file-write-data', on: path }]
}

/** Links on the way are followed, as far as it is still there; those of the process itself are its folder and the root. */
function place(base: string, path: string, cwd: string): string {
  const plain = path.replace(/\\([0-7]{1,3}|.)/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : code,
  )
  const lexical = resolve(base, plain)
    .replace(/^\/proc\/(?:self|thread-self|\d+)\/cwd/, cwd)
    .replace(/^\/proc\/(?:self|thread-self|\d+)\/root/, '')
  const folder = dirname(lexical)
  return existsSync(folder) ? join(realpathSync(folder), basename(lexical)) : lexical
}
