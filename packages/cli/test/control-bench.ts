import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import { createScriptModel, type ScriptReply, type Simulator, startSimulator } from '@antiphon/simulator'
import { afterEach, beforeEach } from 'vitest'
import { createHeadlessDriver, type DriverOptions, type HeadlessDriver } from './headless-driver.ts'

/** What a test of questions has: a project, a scripted model, and a host in this process. */
export type ControlBench = {
  readonly cwd: () => string
  /** The folder around the project; its `home` is the person's. */
  readonly base: () => string
  readonly start: (
    replies?: readonly ScriptReply[],
    options?: Partial<DriverOptions>,
  ) => Promise<HeadlessDriver>
  /** What the model was asked. */
  readonly requests: () => readonly JsonObject[]
  /** What the model's API refused. */
  readonly refusals: () => readonly unknown[]
  /** Every line that was stored. */
  readonly readLog: () => Promise<readonly JsonObject[]>
}

/** Sets up a folder for each test, and removes all that a test leaves. */
export function createControlBench(): ControlBench {
  let base: string
  let simulators: Simulator[] = []
  let drivers: HeadlessDriver[] = []
  const cwd = (): string => join(base, 'project')
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'antiphon-controls-'))
    await mkdir(join(cwd(), '.claude'), { recursive: true })
  })
  afterEach(async () => {
    for (const driver of drivers) await driver.end()
    for (const simulator of simulators) await simulator.close()
    drivers = []
    simulators = []
    await rm(base, { recursive: true, force: true })
  })
  return {
    cwd,
    base: () => base,
    async start(replies = [], options = {}) {
      const simulator = await startSimulator({ model: createScriptModel(replies) })
      simulators.push(simulator)
      const driver = createHeadlessDriver({
        cwd: cwd(),
        ...options,
        env: {
          HOME: join(base, 'home'),
          PATH: process.env.PATH ?? '',
          ANTHROPIC_API_KEY: 'any',
          ANTHROPIC_BASE_URL: simulator.url,
          ...options.env,
        },
      })
      drivers.push(driver)
      return driver
    },
    // What was sent is JSON.
    requests: () =>
      simulators.flatMap(({ log }) => log.all()).map(({ request }) => request as unknown as JsonObject),
    refusals: () => simulators.flatMap(({ log }) => log.all()).flatMap(({ refusal }) => refusal ?? []),
    async readLog() {
      const projects = join(base, 'home', '.antiphon', 'projects')
      const files = (await readdir(projects, { recursive: true })).filter(name => name.endsWith('.jsonl'))
      const texts = await Promise.all(files.map(name => readFile(join(projects, name), 'utf8')))
      return texts.flatMap(text => text.trim().split('\n')).map(text => JSON.parse(text))
    },
  }
}

/** A call that makes beta of alpha. */
export function editCall(path: string): ScriptReply {
  return { calls: [{ name: 'Edit', input: { file_path: path, old_string: 'alpha', new_string: 'beta' } }] }
}
