import { spawnSync } from 'node:child_process'
import { bestOf } from '../bench-row.ts'

/** Ripgrep as it is found on the PATH, or where `RIPGREP` says. */
export type Ripgrep = {
  readonly name: string
  /** Milliseconds of its scan for a word. */
  readonly measure: (root: string, word: string) => number
}

/** Nothing where there is none. */
export function findRipgrep(): Ripgrep | undefined {
  const command = process.env.RIPGREP ?? 'rg'
  const { status, stdout } = spawnSync(command, ['--version'], { encoding: 'utf8' })
  if (status !== 0) {
    process.stderr.write('bench: no ripgrep on the PATH, and none in RIPGREP; its scan is not measured\n')
    return undefined
  }
  return {
    name: stdout.split('\n')[0]?.split(' ').slice(0, 2).join(' ') ?? command,
    measure: (root, word) =>
      bestOf(RUNS, () => void spawnSync(command, ['-c', '-F', word, root], { stdio: 'ignore' })),
  }
}

const RUNS = 5
