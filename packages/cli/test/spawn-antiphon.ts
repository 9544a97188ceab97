import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Ran } from './test-io.ts'

/** What people start; it is put together from the sources before the tests run. */
export const EXECUTABLE: string = fileURLToPath(new URL('../bin/antiphon.js', import.meta.url))

/** Starts the executable as a process of its own. */
export function startAntiphon(
  argv: readonly string[],
  extraEnv: Readonly<Record<string, string>> = {},
  cwd: string = process.cwd(),
): ChildProcessWithoutNullStreams {
  const { NO_COLOR: _no, FORCE_COLOR: _force, COLUMNS: _columns, ...env } = process.env
  return spawn(process.execPath, [EXECUTABLE, ...argv], {
    env: { ...env, ...extraEnv },
    cwd,
  })
}

/** Runs it to its end with `stdin` as input. */
export async function spawnAntiphon(argv: readonly string[], stdin = ''): Promise<Ran> {
  const child = startAntiphon(argv)
  const ended = collect(child)
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  return ended
}

/** Waits until a process has written `words`. */
export async function waitForOutput(child: ChildProcessWithoutNullStreams, words: string): Promise<void> {
  let stdout = ''
  for await (const [text] of on(child.stdout, 'data')) {
    stdout += text
    if (stdout.includes(words)) return
  }
}

/** What a process wrote, and how it ended. */
export async function collect(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', text => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}
