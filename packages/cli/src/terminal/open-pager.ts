import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
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
  if (command === null) return null
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
