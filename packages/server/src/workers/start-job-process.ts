import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

export type StartJobProcess = () => ChildProcess

/** Starts a process for work; its program stands beside this file, in the sources and in all that is built of them. */
export function startJobProcess(): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts')
  const program = new URL(isSource ? './job-program.ts' : './job-program.js', import.meta.url)
  return startJobProgram(fileURLToPath(program), isSource ? toLoader(program) : [])
}

/** Starts a process for work with a program that was built elsewhere. */
export function startJobProgram(program: string, loader: readonly string[] = []): ChildProcess {
  return fork(program, [], {
    execArgv: [...HEAP_FLAGS, ...loader],
    serialization: 'advanced',
    // One that has no more memory says so at length; whoever asked is told in words.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

// Much for one log, and little enough that a machine has it; what is no longer needed goes soon, since several such
// processes may stand beside each other.
const HEAP_FLAGS = ['--max-old-space-size=1536', '--max-semi-space-size=2', '--heap-growing-percent=30']

function toLoader(program: URL): readonly string[] {
  const loader = pathToFileURL(createRequire(program).resolve('tsx'))
  return ['--conditions=@antiphon/source', '--import', loader.href]
}
