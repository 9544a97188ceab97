import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A folder that somebody else made, and what is around it. */
export type TrapPlace = {
  /** The folder that is opened. */
  readonly folder: string
  /** Outside of it. */
  readonly outside: string
  /** A command for a shell that leaves a mark. */
  readonly command: string
  /** Writes a program that leaves a mark, outside of the folder; gives its path. */
  readonly program: () => string
}

/** One way in which a folder may try to have something run, read or waited for by being opened. */
export type Trap = {
  readonly name: string
  readonly plant: (place: TrapPlace) => void
  /** What springs it for a person who trusts the folder; the proof that it is a trap. */
  readonly control?: readonly string[]
  /** Which folder of it is opened; itself unless told. */
  readonly opens?: string
}

/** What the traps leave behind. */
export type Marks = {
  readonly place: TrapPlace
  /** Whether something ran, since the last time that this was asked. */
  readonly take: () => boolean
}

/** The person's secret, which no folder may carry into a prompt. */
export const SECRET = 'the-secret-of-the-person'

export function createTrapPlace(base: string, folder: string): Marks {
  const marks = join(base, 'marks')
  const outside = join(base, 'outside')
  mkdirSync(marks)
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret'), SECRET)
  const command = `touch '${join(marks, 'ran')}'`
  return {
    place: {
      ...{ folder, outside, command },
      program() {
        const path = join(outside, 'program')
        writeFileSync(path, `#!/bin/sh\n${command}\nexit 1\n`, { mode: 0o755 })
        return path
      },
    },
    take() {
      const hasRun = readdirSync(marks).length > 0
      rmSync(marks, { recursive: true })
      mkdirSync(marks)
      return hasRun
    },
  }
}

/** Runs git as whoever made the folder did, without the settings of whoever tests. */
export function git(cwd: string, ...args: readonly string[]): string {
  const settings = ['user.name=a', 'user.email=a@b', 'protocol.file.allow=always', 'init.defaultBranch=main']
  return execFileSync('git', [...settings.flatMap(setting => ['-c', setting]), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: '/nowhere', GIT_CONFIG_NOSYSTEM: '1' },
  }).toString()
}

/** A repository with a commit, and a file that was changed since. */
export function createRepository(folder: string): void {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q')
  put(folder, 'a.txt', 'one\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '-qm', 'first')
  put(folder, 'a.txt', 'two\n')
}

export function put(folder: string, name: string, text: string): void {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  if (existsSync(path)) rmSync(path)
  writeFileSync(path, text)
}
