import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { stripControl } from '@antiphon/core/ui'
import type { Io } from '@antiphon/host'

/** The text that the person has selected, as far as a program in a terminal can know it; empty where nobody tells. */
export async function readSelection(env: Io['env']): Promise<string> {
  for (const [name, program, ...words] of SOURCES) {
    if (!env[name]) continue
    try {
      const { stdout } = await run(program, words, { timeout: PATIENCE_MS, maxBuffer: MAX_BYTES })
      const text = stripControl(stdout).trimEnd()
      if (text !== '') return text
    } catch {
      // It is not installed, or nothing is selected.
    }
  }
  return ''
}

const run = promisify(execFile)
const PATIENCE_MS = 1000
const MAX_BYTES = 400_000

/** Who knows of a selection, by the variable that says that it is there. */
const SOURCES: readonly (readonly [string, string, ...string[]])[] = [
  ['TMUX', 'tmux', 'show-buffer'],
  ['WAYLAND_DISPLAY', 'wl-paste', '--primary', '--no-newline'],
  ['DISPLAY', 'xclip', '-out', '-selection', 'primary'],
]
