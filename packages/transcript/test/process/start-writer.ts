import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll } from 'vitest'
import type { WriterOptions } from './writer-options.ts'

/** A writer as a process of its own. */
export type WriterProcess = {
  readonly child: ChildProcess
  /** How it ended, and what it said on stderr. Killed where it takes longer than `timeout`. */
  readonly ended: Promise<WriterEnd>
}

export type WriterEnd = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
  readonly isTimeout: boolean
}

export type StartOptions = {
  /** The program and arguments that run Node: strace, for example. */
  readonly prefix?: readonly string[]
  readonly timeout?: number
}

/** Starts a writer. The script is bundled once: a start then costs some 50 ms. */
export async function startWriter(options: WriterOptions, start: StartOptions = {}): Promise<WriterProcess> {
  const script = await bundleProcess('writer-process')
  const [command = process.execPath, ...args] = [
    ...(start.prefix ?? []),
    process.execPath,
    script,
    JSON.stringify(options),
  ]
  // A group of its own, so that strace and what it runs end together.
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  return { child, ended: watch(child, start.timeout ?? 30_000) }
}

/** Ends a writer and all that it started, at once. */
export function killWriter({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {}
}

/** What a writer noted: `[word, number, rest]` a line. A last line without an end was not finished. */
export function readNotes(path: string): readonly Note[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map(line => {
      const [word = '', number, rest = ''] = line.split(' ')
      return { word, number: Number(number), rest }
    })
}

export type Note = { readonly word: string; readonly number: number; readonly rest: string }

async function watch(child: ChildProcess, timeout: number): Promise<WriterEnd> {
  let stderr = ''
  let isTimeout = false
  child.stderr?.setEncoding('utf8').on('data', text => {
    stderr += text
  })
  const timer = setTimeout(() => {
    isTimeout = true
    killWriter(child)
  }, timeout)
  const [code, signal] = await once(child, 'close')
  clearTimeout(timer)
  return { code, signal, stderr, isTimeout }
}

const bundled = new Map<string, Promise<string>>()
let folder: string | undefined

afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** The script of a process beside this file, as one that Node runs. It is made once. */
export function bundleProcess(name: string): Promise<string> {
  const known = bundled.get(name) ?? bundle(name)
  bundled.set(name, known)
  return known
}

async function bundle(name: string): Promise<string> {
  folder ??= mkdtempSync(join(tmpdir(), 'antiphon-writer-'))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, resolve: { conditions: ['@antiphon/source'] } },
    build: {
      ssr: fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  })
  return join(folder, `${name}.mjs`)
}
