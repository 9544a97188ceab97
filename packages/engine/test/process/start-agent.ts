import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll } from 'vitest'
import type { KillOptions } from './kill-options.ts'

export type AgentProcess = {
  readonly kill: () => void
  /** How it ended, and what it said on stderr; killed where it takes too long. */
  readonly ended: Promise<{ readonly signal: NodeJS.Signals | null; readonly stderr: string }>
}

/** Starts an agent as a process of its own. The script is bundled once, so that a start is short. */
export async function startAgent(options: KillOptions, timeout = 60_000): Promise<AgentProcess> {
  bundled ??= bundle()
  const child = spawn(process.execPath, [await bundled, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return { kill: () => void child.kill('SIGKILL'), ended: watch(child, timeout) }
}

async function watch(child: ChildProcess, timeout: number): AgentProcess['ended'] {
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    stderr += text
  })
  const timer = setTimeout(() => {
    stderr += `it took longer than ${timeout} ms`
    child.kill('SIGKILL')
  }, timeout)
  const [, signal] = await once(child, 'close')
  clearTimeout(timer)
  return { signal, stderr }
}

let bundled: Promise<string> | undefined
let folder: string | undefined

afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true })
})

async function bundle(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'antiphon-agent-process-'))
  folder = outDir
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, resolve: { conditions: ['@antiphon/source', 'node'] } },
    build: {
      ssr: fileURLToPath(new URL('./agent-process.ts', import.meta.url)),
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'agent.mjs' } },
    },
  })
  return join(outDir, 'agent.mjs')
}
