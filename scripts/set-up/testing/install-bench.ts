import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import { install } from '../install.mjs'
import { oneAtATime } from '../one-at-a-time.mjs'
import {
  type Interception,
  type LocalRegistry,
  packPackage,
  startRegistry,
  type TestPackage,
} from './local-registry.ts'
import { createTestProject, type TestProject } from './test-project.ts'

const PROGRAM = fileURLToPath(new URL('./install-program.mjs', import.meta.url))
/** As little patience as can be, so that a test need not have more. */
const IMPATIENT = { retries: 0, pauses: [0.05, 0.05] }

export const ALPHA: TestPackage = packPackage('alpha', '1.0.0')
export const BETA: TestPackage = packPackage('@scope/beta', '2.0.0')
export const GAMMA: TestPackage = packPackage('gamma', '3.0.0')
export const DELTA: TestPackage = packPackage('delta-linux-x64', '4.0.0')
export const ALL: readonly TestPackage[] = [ALPHA, BETA, GAMMA, DELTA, packPackage('alpha', '1.1.0')]

/** What a test of the install has: a project that starts with alpha, beta and perhaps delta, and is tested with gamma. */
export type InstallBench = {
  readonly root: string
  readonly registry: LocalRegistry
  /** An npm that knows the registry, and a cache of its own. */
  readonly env: NodeJS.ProcessEnv
  readonly said: readonly string[]
  /** Installs here. */
  readonly set: (more?: object) => Promise<void>
  /** Installs in a process that can be stopped. */
  readonly start: (more?: NodeJS.ProcessEnv) => ChildProcess
}

/** Gives what makes a bench, whose registry does what the test wants; removes all that a test leaves. */
export function useInstallBench(): (intercept?: Interception) => Promise<InstallBench> {
  const open: { registry?: LocalRegistry; project?: TestProject; child?: ChildProcess } = {}
  afterEach(async () => {
    open.child?.kill('SIGKILL')
    await open.registry?.close()
    open.project?.remove()
  })
  return async intercept => {
    const registry = await startRegistry(ALL, intercept)
    const project = createTestProject({ needed: [ALPHA, BETA], forTests: [GAMMA], optional: [DELTA] })
    Object.assign(open, { registry, project, child: undefined })
    const { root } = project
    const said: string[] = []
    const env = project.env(registry.url)
    return {
      ...{ root, registry, env, said },
      set(more) {
        const say = (text: string) => said.push(text)
        const work = () => install(root, { say, env, patience: IMPATIENT, ...more })
        return oneAtATime(join(root, '.set-up'), { say, work })
      },
      start(more) {
        open.child = spawn(process.execPath, [PROGRAM, root], {
          env: { ...env, ...more },
          stdio: ['ignore', 'ignore', 'pipe'],
        })
        return open.child
      },
    }
  }
}
