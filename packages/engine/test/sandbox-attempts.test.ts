import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { decidePermission } from '../src/permissions/decide-permission.ts'
import type { PermissionState } from '../src/permissions/permission.ts'
import { HIDDEN_READS } from '../src/permissions/testing/hidden-reads.ts'
import { PATH_ATTEMPTS, PATH_RULES, type PathAttempt } from '../src/permissions/testing/path-attempts.ts'
import {
  createEffectScene,
  type EffectScene,
  NOBODY,
  type Runner,
  removeEffectTemplate,
} from '../src/permissions/testing/run-for-effect.ts'
import { createSandbox } from '../src/sandbox/create-sandbox.ts'
import type { Sandbox } from '../src/sandbox/sandbox.ts'
import { toSandboxSettings } from '../src/sandbox/sandbox-settings.ts'
import { IS_ROOT, NO_SANDBOX, TOOL } from '../src/sandbox/testing/sandbox-scene.ts'

const IS_SOAK = process.env.SOAK === '1'
// Every one of them takes a scene, a namespace and a shell: all are tried in `npm run soak`.
const STEP = IS_SOAK ? 1 : 24
const PATIENCE_MS = IS_SOAK ? 3_600_000 : 300_000
const RUNNERS: readonly Runner[] = IS_ROOT ? ['self', 'nobody'] : ['self']

const ATTEMPTS: readonly PathAttempt[] = [
  ...PATH_ATTEMPTS,
  ...HIDDEN_READS.map(([name, command]) => ({ name, command, effect: 'reads' as const })),
]

afterAll(removeEffectTemplate)

describe.skipIf(NO_SANDBOX !== null)(
  `what is tried on files inside the sandbox (${NO_SANDBOX ?? TOOL})`,
  () => {
    for (const [at, runner] of RUNNERS.entries())
      for (const level of ['folder', 'rules'] as const) {
        const isTried = (index: number): boolean =>
          (index + at * 3 + (level === 'rules' ? 5 : 0)) % STEP === 0
        it(
          `has no effect, nobody having judged it (${level}, as ${runner})`,
          async () => {
            const sandbox = createSandbox({
              settings: toSandboxSettings(level === 'folder' ? { enabled: true } : {}),
              ...{ env: process.env, personFolder: '/nowhere', isRoot: runner === 'self' && IS_ROOT },
            })
            const evaded: string[] = []
            for (const attempt of ATTEMPTS.filter((_, index) => isTried(index))) {
              const effects = await runInside(attempt, { sandbox, level, runner })
              if (effects.length > 0)
                evaded.push(`${attempt.effect} ${attempt.name}: ${attempt.command} → ${effects}`)
            }
            await sandbox.close()
            expect(evaded).toEqual([])
          },
          PATIENCE_MS,
        )
      }
  },
)

/** What a command did inside; what git has stored of a file is for the judge, who is asked about nothing else. */
async function runInside(
  { command, effect }: PathAttempt,
  { sandbox, level, runner }: Inside,
): Promise<readonly string[]> {
  const scene = createEffectScene(runner)
  const state = toState(scene, effect)
  const env = { PATH: process.env.PATH, HOME: scene.home, LANG: 'C.UTF-8' }
  try {
    const text = scene.fill(command)
    const confinement = await sandbox.choose({ command: text, wantsOut: false }, state)
    if (confinement === null || 'problem' in confinement) throw new Error('It was not kept in.')
    const program = confinement.confine({ file: '/bin/bash', args: ['-c', text], cwd: scene.cwd, env })
    if ('problem' in program) throw new Error(program.problem)
    if (runner === 'nobody') giveAway(confinement.temporaryFolder)
    const { stdout, stderr } = spawnSync(program.file, [...program.args], {
      cwd: scene.cwd,
      env: program.env,
      stdio: ['ignore', 'pipe', 'pipe', ...program.streams],
      encoding: 'latin1',
      timeout: 20_000,
      killSignal: 'SIGKILL',
      ...(runner === 'nobody' && { uid: NOBODY, gid: NOBODY }),
    })
    program.onEnd()
    const effects = scene.findEffects(`${stdout}\n${stderr}`).filter(seen => seen === effect)
    return effects.length > 0 && isAllowed(text, state, level) ? effects : []
  } finally {
    scene.remove()
  }
}

type Inside = { readonly sandbox: Sandbox; readonly level: 'folder' | 'rules'; readonly runner: Runner }

function toState({ cwd, home }: EffectScene, effect: PathAttempt['effect']): PermissionState {
  const rules = { allow: ['Bash', 'Read', 'Edit'], deny: PATH_RULES[effect], ask: [] }
  return { mode: 'bypassPermissions', rules, cwd, home, additionalDirectories: [] }
}

function isAllowed(command: string, state: PermissionState, keptBy: 'folder' | 'rules'): boolean {
  const access = { kind: 'command', command, cwd: state.cwd, keptBy, isInside: keptBy === 'folder' } as const
  return (
    decidePermission({ toolName: 'Bash', access, isReadOnly: false, input: {} }, state).behavior === 'allow'
  )
}

function giveAway(folder: string): void {
  spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
  chmodSync(folder, 0o755)
}
