import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readEntries, uuidsOf, withFileStore } from '../../test/recording-kit.ts'
import { flushOnExit } from './flush-on-exit.ts'

const SCRIPT = fileURLToPath(new URL('../../test/exit-process.ts', import.meta.url))
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

type Ended = {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stored: readonly unknown[]
}

type Signals = { readonly [word in 'ready' | 'flushing']?: readonly NodeJS.Signals[] }

/** Runs the process, sends the signals as soon as it says their word, and waits for its end. */
async function runAndSignal(mode: string, signals: Signals): Promise<Ended> {
  let ended: Ended | undefined
  await withFileStore(async (store, root) => {
    const child = spawn(process.execPath, [
      '--import',
      TSX,
      '--conditions=@antiphon/source',
      SCRIPT,
      root,
      mode,
    ])
    // Every wait has a bound: a process that does not end is ended.
    const bound = setTimeout(() => child.kill('SIGKILL'), 60_000)
    const stdout = collect(child, word => {
      for (const signal of signals[word] ?? []) child.kill(signal)
    })
    const [code, signal] = await once(child, 'close')
    clearTimeout(bound)
    ended = { code, signal, stdout: stdout(), stored: uuidsOf(await readEntries(store)) }
  })
  return ended!
}

function collect(child: ChildProcessWithoutNullStreams, onWord: (word: keyof Signals) => void): () => string {
  let stdout = ''
  child.stderr.setEncoding('utf8').on('data', text => (stdout += text))
  child.stdout.setEncoding('utf8').on('data', text => {
    const before = stdout
    stdout += text
    for (const word of ['ready', 'flushing'] as const) {
      if (!before.includes(word) && stdout.includes(word)) onWord(word)
    }
  })
  return () => stdout
}

describe('a process with a recorder', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'that gets %s writes what it holds and dies by it',
    async signal => {
      expect(await runAndSignal('', { ready: [signal] })).toMatchObject({ code: null, signal, stored: ['a'] })
    },
  )

  // Signals that are sent at once may arrive in any order, so the others wait until the first was heard.
  it('is not hurried by a second signal', async () => {
    const ended = await runAndSignal('slow', { ready: ['SIGINT'], flushing: ['SIGINT', 'SIGTERM'] })
    expect(ended).toMatchObject({ signal: 'SIGINT', stored: ['a'] })
  })

  it('that runs out of work writes what it holds and exits as it would have', async () => {
    expect(await runAndSignal('no-work', {})).toMatchObject({ code: 3, signal: null, stored: ['a'] })
  })

  it('has all its flushes run', async () => {
    const ended = await runAndSignal('another-flush', { ready: ['SIGTERM'] })
    expect(ended).toMatchObject({ signal: 'SIGTERM', stored: ['a'] })
  })

  it('ends also where a flush fails, and says so', async () => {
    const ended = await runAndSignal('failing', { ready: ['SIGTERM'] })
    expect(ended).toMatchObject({ signal: 'SIGTERM', stored: ['a'] })
    expect(ended.stdout).toContain('disk full')
  })

  it('ends also where a flush hangs', async () => {
    const ended = await runAndSignal('hanging', { ready: ['SIGTERM'] })
    expect(ended).toMatchObject({ signal: 'SIGTERM', stored: ['a'] })
  })

  it('leaves the end to somebody else who listens', async () => {
    expect(await runAndSignal('somebody-else', { ready: ['SIGTERM'] })).toMatchObject({
      code: 7,
      stored: ['a'],
    })
  })

  it('does nothing of the kind once it was taken back', async () => {
    expect(await runAndSignal('taken-back', { ready: ['SIGTERM'] })).toMatchObject({
      signal: 'SIGTERM',
      stored: [],
    })
  })
})

describe('flushOnExit', () => {
  it('leaves no listener behind', () => {
    // Only the listeners are looked at.
    const quiet = new EventEmitter() as unknown as NodeJS.Process
    const takeBack = [0, 1].map(() => flushOnExit(async () => {}, { process: quiet }))
    expect(quiet.listenerCount('SIGTERM')).toBe(1)
    takeBack[0]!()
    takeBack[0]!()
    expect(quiet.listenerCount('SIGINT')).toBe(1)
    takeBack[1]!()
    for (const event of ['SIGTERM', 'SIGINT', 'beforeExit']) expect(quiet.listenerCount(event)).toBe(0)
  })
})
