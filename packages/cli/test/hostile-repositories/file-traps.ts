import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRepository, put, type TrapPlace } from './trap.ts'

/** What is read because it is there. */
export const READ_FILES = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.mcp.json',
  'CLAUDE.md',
  'AGENTS.md',
  '.claude/CLAUDE.md',
  'CLAUDE.local.md',
  '.claude/agents/trap.md',
  '.claude/skills/trap/SKILL.md',
  '.claude/commands/trap.md',
] as const

/** Read by searches, which take no harm and say nothing. */
const IGNORE_FILES = ['.gitignore', 'src/.ignore', '.git/info/exclude'] as const

/** Something that should not be read, in every place where something is read. */
export type FileTrap = {
  readonly name: string
  readonly make: (path: string, place: TrapPlace) => void
  /** What a person is told of each. */
  readonly told: RegExp
  /** Why it cannot be tried here. */
  readonly skip?: string | false
}

const LONG_BYTES = 64 * 1024 ** 2

export const FILE_TRAPS: readonly FileTrap[] = [
  { name: 'a pipe', make: path => void execFileSync('mkfifo', [path]), told: /it is a named pipe/ },
  {
    name: 'a device',
    make: path => void execFileSync('mknod', [path, 'c', '1', '5']),
    told: /it is a device/,
    skip: !canMakeDevices() && 'only root makes devices',
  },
  {
    name: 'a link to a device',
    make: path => symlinkSync('/dev/zero', path),
    told: /it is a device|lies outside/,
  },
  {
    name: 'a link to standard input',
    make: path => symlinkSync('/dev/stdin', path),
    told: /it is (?:a named pipe|a socket|a device)|lies outside/,
  },
  {
    name: 'a link to a secret',
    make: (path, { outside }) => symlinkSync(join(outside, 'secret'), path),
    told: /leads out of|lies outside/,
  },
  { name: 'a link to itself', make: path => symlinkSync(path, path), told: /ELOOP/ },
  {
    name: 'a file that is far too long',
    make(path) {
      put(dirname(path), path.slice(dirname(path).length + 1), '')
      truncateSync(path, LONG_BYTES)
    },
    told: /it is larger than/,
  },
]

export function plantFiles({ make }: FileTrap, place: TrapPlace): void {
  createRepository(place.folder)
  put(place.folder, 'src/needle.txt', 'needle\n')
  for (const name of [...READ_FILES, ...IGNORE_FILES]) {
    const path = join(place.folder, name)
    mkdirSync(dirname(path), { recursive: true })
    rmSync(path, { force: true })
    make(path, place)
  }
}

function canMakeDevices(): boolean {
  const path = join(process.env.TMPDIR ?? '/tmp', `antiphon-device-${process.pid}`)
  try {
    execFileSync('mknod', [path, 'c', '1', '5'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmSync(path, { force: true })
  }
}
