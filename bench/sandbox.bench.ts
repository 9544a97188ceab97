// What a sandbox costs: a command inside against a plain spawn of the same shell in the same run.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import { createSandbox, type PermissionState, toSandboxSettings } from '@antiphon/engine'
import { median, printRow } from './bench-row.ts'

const ROUNDS = 40
const AIM_MS = 15
const root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-sandbox-bench-')))
const project = join(root, 'project')
mkdirSync(project)
for (let folder = 0; folder < 500; folder++) {
  mkdirSync(join(project, `folder-${folder}`))
  for (let file = 0; file < 20; file++)
    writeFileSync(join(project, `folder-${folder}`, `file-${file}.ts`), '')
}

try {
  await compare('rules for two files', {}, ['Read(./.env)', 'Read(~/.ssh/**)'])
  await compare('the folder, network closed', { enabled: true }, [])
  await compare('the folder, and a rule for any depth of 10,000 files', { enabled: true }, ['Read(.env)'])
  await compare(
    'the folder, a host allowed (a relay inside)',
    { enabled: true, network: { allowedDomains: ['example.org'] } },
    [],
    // A program of Node has to start inside: that is no target of this bench.
    null,
  )
} finally {
  rmSync(root, { recursive: true, force: true })
}

async function compare(
  name: string,
  settings: JsonObject,
  deny: readonly string[],
  aim: number | null = AIM_MS,
): Promise<void> {
  const sandbox = createSandbox({
    settings: toSandboxSettings(settings),
    env: process.env,
    personFolder: join(root, 'person'),
  })
  const state: PermissionState = {
    ...{ mode: 'default', cwd: project, home: root, additionalDirectories: [] },
    rules: { allow: [], deny, ask: [] },
  }
  try {
    const { plain, inside } = await time(async () => {
      const confinement = await sandbox.choose({ command: 'true', wantsOut: false }, state)
      if (confinement === null || 'problem' in confinement) throw new Error('There is no sandbox here.')
      const program = confinement.confine({
        file: '/bin/bash',
        args: ['-c', 'true'],
        cwd: project,
        env: process.env,
      })
      if ('problem' in program) throw new Error(program.problem)
      await run(program)
    })
    const cost = inside - plain
    printRow({
      name: `a command inside: ${name}, against a plain spawn`,
      value: `+${cost.toFixed(1)} ms (${inside.toFixed(1)}; ${plain.toFixed(1)})`,
      target: aim === null ? '–' : `≤ ${aim} ms`,
      pass: aim === null || cost <= aim,
    })
  } finally {
    await sandbox.close()
  }
}

type Started = {
  readonly file: string
  readonly args: readonly string[]
  readonly streams: readonly (number | 'pipe' | 'ignore')[]
  readonly onStart?: (child: ReturnType<typeof spawn>) => void
  readonly onEnd?: () => unknown
}

function run({ file, args, streams, onStart, onEnd }: Started): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args], { cwd: project, stdio: ['ignore', 'pipe', 'pipe', ...streams] })
    onStart?.(child)
    child.once('error', reject)
    child.once('exit', code => {
      onEnd?.()
      if (code === 0) resolve()
      else reject(new Error(`It ended with ${code}.`))
    })
  })
}

/** Both in turns: what else the machine does weighs on both. */
async function time(work: () => Promise<void>): Promise<{ plain: number; inside: number }> {
  const plain: number[] = []
  const inside: number[] = []
  await work()
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(await clock(() => run({ file: '/bin/bash', args: ['-c', 'true'], streams: [] })))
    inside.push(await clock(work))
  }
  return { plain: median(plain), inside: median(inside) }
}

async function clock(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
