import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Pager } from '@antiphon/host'

export type PagerEnvironment = Readonly<Record<string, string | undefined>>

/** The program in which a person wants to read what is longer than their screen; null where they want none. */
export function choosePager(env: PagerEnvironment): string | null {
  const asked = env.ANTIPHON_PAGER ?? env.PAGER ?? 'less'
  return asked.trim() === '' || asked.trim() === 'cat' || env.TERM === 'dumb' ? null : asked
}

/** Opens the person's pager on this terminal; null where there is none that starts. */
export async function openPager(env: PagerEnvironment): Promise<Pager | null> {
  const command = choosePager(env)
  if (command === null || isMissing(command, env)) return null
  // As git does: it ends by itself where all fits on the screen, shows colours, and leaves the text there.
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', LV: '-c', ...env },
  })
  const { stdin } = child
  // Whoever has read enough leaves before the end.
  stdin.on('error', () => {})
  const ended = waitForEnd(child)
  await Promise.race([once(child, 'spawn').catch(() => undefined), ended])
  if (child.exitCode !== null || child.pid === undefined) return null
  return {
    async write(text) {
      if (stdin.destroyed || child.exitCode !== null) return
      if (!stdin.write(text)) await Promise.race([once(stdin, 'drain').catch(() => undefined), ended])
    },
    async close() {
      stdin.end()
      await ended
    },
  }
}

function waitForEnd(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  })
}

/**
 * True where a command names a program that is nowhere on the path: the shell that would look for it starts all the
 * same, and what it is handed is lost. Of a command that does more than name one nothing is known before it runs.
 */
function isMissing(command: string, env: PagerEnvironment): boolean {
  const [name = ''] = command.trim().replace(ASSIGNMENTS, '').split(/\s/)
  if (!PLAIN_NAME.test(name)) return false
  const endings =
    process.platform === 'win32' ? ['', ...(env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';')] : ['']
  const folders = /[/\\]/.test(name) ? [''] : (env.PATH ?? process.env.PATH ?? '').split(delimiter)
  return !folders.some(folder => endings.some(ending => isProgram(join(folder, `${name}${ending}`))))
}

const ASSIGNMENTS = /^(?:[A-Za-z_]\w*=[^\s'"`$\\]*\s+)*/
const PLAIN_NAME = process.platform === 'win32' ? /^[\w.:\\/+-]+$/ : /^[\w./+-]+$/

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
