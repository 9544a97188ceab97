import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Starts a thread that runs jobs; it ends when it is told to, or with the process. */
export type StartWorker = () => Worker

/**
 * The worker's program stands beside this file: in the sources, in what is built of them, and beside the executable,
 * which is one file for all others.
 */
export function startWorker(): Worker {
  if (import.meta.url.endsWith('.ts')) return startFromSource(new URL('./index-worker.ts', import.meta.url))
  return new Worker(new URL('./index-worker.js', import.meta.url), { resourceLimits: LIMITS })
}

// A thread that would take more is ended, and costs its job.
const LIMITS = { maxOldGenerationSizeMb: 512 }

/** A thread does not inherit the loader of its process, by which sources run as they are. */
function startFromSource(program: URL): Worker {
  const loader = new URL(
    'dist/esm/api/index.mjs',
    pathToFileURL(createRequire(program).resolve('tsx/package.json')),
  )
  const script = `import('${loader}').then(({ register }) => (register(), import('${program}')))`
  return new Worker(script, {
    eval: true,
    execArgv: ['--conditions=@antiphon/source'],
    resourceLimits: LIMITS,
  })
}
