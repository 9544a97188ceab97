import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { answerLine, userLine } from '@antiphon/search/testing/usage/usage-lines'
import { createSessionTree, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { collect, EXECUTABLE } from './spawn-antiphon.ts'
import type { Ran } from './test-io.ts'

/** Sessions on a disk, and processes that read them. */
export interface NumbersBench extends SessionTree {
  /** What the executable remembers below. */
  readonly cache: string
  start(argv: readonly string[], options?: StartOptions): Started
  run(argv: readonly string[], options?: StartOptions): Promise<Ran>
}

export type StartOptions = {
  /** As somebody who may not read everything; only root can start such a process. */
  readonly isStranger?: boolean
}

export type Started = {
  readonly ended: Promise<Ran>
  readonly interrupt: () => void
}

const STRANGER = 65_534
const LONGEST_MS = 60_000

export function createNumbersBench(): NumbersBench {
  const tree = createSessionTree()
  const { NO_COLOR: _no, FORCE_COLOR: _force, COLUMNS: _columns, ...rest } = process.env
  const env = {
    ...rest,
    HOME: tree.home,
    XDG_CACHE_HOME: join(tree.home, '.cache'),
    CLAUDE_CONFIG_DIR: tree.root,
  }

  function start(argv: readonly string[], { isStranger = false }: StartOptions = {}): Started {
    const child = spawn(process.execPath, [EXECUTABLE, ...argv], {
      env,
      timeout: LONGEST_MS,
      ...(isStranger && { uid: STRANGER, gid: STRANGER }),
    })
    child.stdin.end()
    return { ended: collect(child), interrupt: () => child.kill('SIGINT') }
  }

  return {
    ...tree,
    cache: join(tree.home, '.cache', 'antiphon'),
    start,
    run: (argv, options) => start(argv, options).ended,
  }
}

/** One session that has an answer of so many tokens, and words to look for. */
export function sessionOf(id: string, tokens: number, padding = 0): readonly object[] {
  return [
    userLine(`Light the beacon of ${id}. ${'Filler. '.repeat(padding)}`),
    answerLine({ id, usage: { input_tokens: tokens, output_tokens: 0 } }),
  ]
}

/** Runs `work` while nothing more can be written below `folder`; false where this cannot be had here. */
export async function withFullDisk(folder: string, work: () => Promise<void>): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    process.stderr.write('skipped: a small disk cannot be mounted here (needs root)\n')
    return false
  }
  try {
    await work()
  } finally {
    execFileSync('umount', [folder])
  }
  return true
}

/** True where a process may be started as somebody else. */
export function canBeStranger(): boolean {
  const isRoot = process.getuid?.() === 0
  if (!isRoot) process.stderr.write('skipped: only root can start a process as somebody else\n')
  return isRoot
}
