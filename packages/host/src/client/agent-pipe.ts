import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** The pipe to an agent, whichever program stands at its other end. */
export type AgentPipe = {
  /** What it says, a line a frame. */
  readonly output: Readable
  /** What it hears. */
  readonly input: Writable
  /** Resolves when it has ended and everything that it said can be read; never rejects. */
  readonly ended: Promise<AgentExit>
  /** Ends it, first as a terminal would, then for good. */
  readonly kill: () => void
}

export type AgentExit = {
  /** Null where a signal or the system ended it. */
  readonly code: number | null
  /** The last that it said to a person: why it ended, where it ended badly. */
  readonly words: string
}

export type SpawnAgentOptions = {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Starts a program as an agent; one that cannot be started has ended, and says why. */
export function spawnAgent({ command, args, cwd, env }: SpawnAgentOptions): AgentPipe {
  const child = spawn(command, args, { cwd, env, stdio: 'pipe', windowsHide: true })
  const words = createTail()
  child.stderr.setEncoding('utf8').on('data', words.add)
  // Whoever writes is told by the end: a pipe that breaks has nobody at its other end.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<AgentExit>(resolve => {
    child.once('error', error => resolve({ code: null, words: error.message }))
    child.once('close', code => resolve({ code, words: words.text() }))
  })
  return {
    output: child.stdout,
    input: child.stdin,
    ended,
    kill() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      void ended.then(() => clearTimeout(timer))
    },
  }
}

/** How long a program may take to end when it is told to. */
const PATIENCE_MS = 5000

/** The end of a text that may be endless. */
function createTail(): { readonly add: (text: string) => void; readonly text: () => string } {
  let kept = ''
  return {
    add(text) {
      kept = (kept + text).slice(-MAX_WORDS)
    },
    text: () => kept.trim(),
  }
}

const MAX_WORDS = 4000
