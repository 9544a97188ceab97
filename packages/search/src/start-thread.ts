import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

export type StartThreadOptions = {
  /** The file that asks, by its `import.meta.url`. */
  readonly beside: string
  /** The thread's program without its extension. */
  readonly name: string
  /** A thread that would take more is ended. */
  readonly megabytes: number
  /** What it knows from its start. */
  readonly workerData?: unknown
}

/**
 * Starts a thread whose program stands beside the file that asks: in the sources, in what is built of them, and beside
 * the executable, which is one file for all others. It ends when it is told to, or with the process.
 */
export function startThread({ beside, name, megabytes, workerData }: StartThreadOptions): Worker {
  const options = {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  }
  if (!beside.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, beside), options)
  const program = new URL(`./${name}.ts`, beside)
  // A thread does not inherit the loader of its process, by which sources run as they are.
  const loader = new URL(
    'dist/esm/api/index.mjs',
    pathToFileURL(createRequire(program).resolve('tsx/package.json')),
  )
  const script = `import('${loader}').then(({ register }) => (register(), import('${program}')))`
  return new Worker(script, { eval: true, execArgv: ['--conditions=@antiphon/source'], ...options })
}

/** Each thread has its own; four of the usual size would be most of what a server holds. */
const YOUNG_MEGABYTES = 16
