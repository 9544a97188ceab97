import { execFileSync } from 'node:child_process'
import { readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSearch } from '@antiphon/search'
import { logsOf } from './searched-tree.ts'

/** What a side took. The processor's time is told too: on a busy machine the clock tells of others. */
export type Measured = {
  readonly milliseconds: number
  readonly cpuMilliseconds: number
  readonly peakMegabytes: number
}

const EXECUTABLE = fileURLToPath(new URL('../../packages/cli/bin/antiphon.js', import.meta.url))

const SIDES = {
  /** What a person waits for before anything is shown. */
  list: async (root: string, cacheFolder: string) => {
    await openSearch({ roots: [root], cacheFolder }).status()
  },
  /** The executable as people run it, its loading included: the program of this process becomes it. */
  index: async (root: string, cacheFolder: string) => {
    process.env.CLAUDE_CONFIG_DIR = root
    process.env.XDG_CACHE_HOME = dirname(cacheFolder)
    process.argv = [process.execPath, EXECUTABLE, 'search', '--update']
    await import(EXECUTABLE)
  },
  /** What reading costs: one thread, every line, and nothing is done with it. */
  parse: async (root: string) => {
    for (const path of logsOf(root)) parseLines(readFileSync(path))
  },
} as const

export type Side = keyof typeof SIDES

function parseLines(bytes: Buffer): void {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start)
    const end = newline === -1 ? bytes.length : newline
    try {
      JSON.parse(bytes.toString('utf8', start, end))
    } catch {
      // A damaged line costs as much as a whole one.
    }
    start = end + 1
  }
}

/** Measures in a process of its own, so that each has its own heap. `cacheFolder` must be called `antiphon`. */
export function measureSide(side: Side, ...folders: readonly string[]): Measured {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), side, ...folders]
  // Printed by this very file.
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Measured
}

/** The better of two runs in each respect: noise only ever adds. */
export function bestSide(one: Measured | undefined, other: Measured): Measured {
  if (!one) return other
  return {
    milliseconds: Math.min(one.milliseconds, other.milliseconds),
    cpuMilliseconds: Math.min(one.cpuMilliseconds, other.cpuMilliseconds),
    peakMegabytes: Math.min(one.peakMegabytes, other.peakMegabytes),
  }
}

const [, program, side, root = '', cacheFolder = ''] = process.argv
if (program === fileURLToPath(import.meta.url) && side !== undefined && side in SIDES) {
  const [start, cpuStart] = [performance.now(), process.cpuUsage()]
  process.on('exit', () => {
    const { user, system } = process.cpuUsage(cpuStart)
    const measured: Measured = {
      milliseconds: performance.now() - start,
      cpuMilliseconds: (user + system) / 1000,
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
    }
    writeSync(1, JSON.stringify(measured))
  })
  // Given by this very file.
  await SIDES[side as Side](root, cacheFolder)
}
