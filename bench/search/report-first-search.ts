import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printRow } from '../bench-row.ts'
import type { RealTree } from '../real-tree.ts'
import { measure } from '../usage/measure.ts'
import type { Ripgrep } from './find-ripgrep.ts'
import { REAL_WORDS } from './searched-tree.ts'

const EXECUTABLE = fileURLToPath(new URL('../../packages/cli/bin/antiphon.js', import.meta.url))
const RUNS = 3
const TARGET_MS = 500

/**
 * What a person waits for who has never searched before: the executable from its start to its end. Without making the
 * index, which is done when the answer is out, by a process for which nobody waits.
 */
export async function reportFirstSearch(
  { root, files, megabytes }: RealTree,
  ripgrep: Ripgrep | undefined,
): Promise<void> {
  for (const kind of ['common', 'rare', 'absent'] as const) {
    const word = REAL_WORDS[kind]
    const args = [EXECUTABLE, 'search', '--no-index', '--limit', '20', word]
    let [best, cpu] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let run = 0; run < RUNS; run++) {
      const side = { command: process.execPath, args, mayFindNothing: true }
      const { milliseconds, cpuMilliseconds } = await measure(side, dirname(root))
      best = Math.min(best, milliseconds)
      cpu = Math.min(cpu, cpuMilliseconds)
    }
    const scan = ripgrep?.measure(root, word)
    const beside =
      scan === undefined
        ? ''
        : `; ${(best / scan).toFixed(1)} × ${ripgrep?.name}'s scan (${scan.toFixed(0)} ms)`
    printRow({
      name: `search, first of all on ${megabytes} MB in ${files} files: ${kind} word, newest 20`,
      value: `${best.toFixed(0)} ms (processor ${cpu.toFixed(0)} ms)${beside}`,
      target: `≤ ${TARGET_MS} ms`,
      pass: best <= TARGET_MS,
    })
  }
}
