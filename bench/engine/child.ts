import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { SessionOrder, SessionReport } from './session.ts'

export type BenchServer = { readonly port: number; readonly child: ChildProcess }

/** Starts the simulator in a process of its own. */
export async function startServer(env: NodeJS.ProcessEnv): Promise<BenchServer> {
  const child = start('server.ts', env)
  const { port } = (await nextMessage(child, 30_000)) as { port: number }
  return { port, child }
}

/** Runs a session in a process of its own, within `timeout` milliseconds. */
export async function runSession(
  order: SessionOrder,
  { env, timeout }: { readonly env: NodeJS.ProcessEnv; readonly timeout: number },
): Promise<SessionReport> {
  const child = start('session.ts', env)
  try {
    await nextMessage(child, 30_000)
    child.send(order)
    return (await nextMessage(child, timeout)) as SessionReport
  } finally {
    child.kill('SIGKILL')
  }
}

/** What a child says next; an error where it ends or is silent for too long. */
async function nextMessage(child: ChildProcess, timeout: number): Promise<unknown> {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(timeout)])
  try {
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`a process of the bench ended with ${code}`)
    })
    const [message] = (await Promise.race([once(child, 'message', { signal }), ended])) as [unknown]
    return message
  } finally {
    over.abort()
  }
}

function start(file: string, env: NodeJS.ProcessEnv): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url))
  return fork(path, [], { env, execArgv: ['--expose-gc', '--import', 'tsx'] })
}
