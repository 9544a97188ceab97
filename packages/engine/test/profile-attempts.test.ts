import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { whyNoStrace, withReason } from '../../transcript/test/process/requirements.ts'
import { isInside } from '../src/files/resolve-path.ts'
import { decidePermission } from '../src/permissions/decide-permission.ts'
import type { PermissionState } from '../src/permissions/permission.ts'
import { HIDDEN_READS } from '../src/permissions/testing/hidden-reads.ts'
import { PATH_ATTEMPTS, PATH_RULES, type PathAttempt } from '../src/permissions/testing/path-attempts.ts'
import {
  createEffectScene,
  type EffectScene,
  removeEffectTemplate,
} from '../src/permissions/testing/run-for-effect.ts'
import { createSandbox } from '../src/sandbox/create-sandbox.ts'
import { toSandboxSettings } from '../src/sandbox/sandbox-settings.ts'
import { findSeatbeltAt } from '../src/sandbox/seatbelt/seatbelt.ts'
import { judgeOperation, type Operation } from '../src/sandbox/seatbelt/testing/judge-operation.ts'
import { type ProfileRule, readProfile } from '../src/sandbox/seatbelt/testing/read-profile.ts'
import { createStandIn, readArguments } from '../src/sandbox/seatbelt/testing/stand-in.ts'
import { traceOperations } from '../src/sandbox/seatbelt/testing/trace-operations.ts'

const IS_SOAK = process.env.SOAK === '1'
// Every one of them takes a scene and a trace: all are tried in `npm run soak`.
const STEP = IS_SOAK ? 1 : 64
const PATIENCE_MS = IS_SOAK ? 3_600_000 : 120_000
const NO_TRACE = whyNoStrace()

const ATTEMPTS: readonly PathAttempt[] = [
  ...PATH_ATTEMPTS,
  ...HIDDEN_READS.map(([name, command]) => ({ name, command, effect: 'reads' as const })),
]

const folder = mkdtempSync(join(tmpdir(), 'antiphon-stand-in-'))
const tool = await findSeatbeltAt(createStandIn(folder))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  removeEffectTemplate()
})

describe.skipIf(NO_TRACE !== null)(
  withReason('what is tried on files, asked of a profile of macOS', NO_TRACE),
  () => {
    it(
      'would be refused where it touches what a rule protects, by whatever way it came there',
      async () => {
        const evaded: string[] = []
        let tried = 0
        for (const attempt of ATTEMPTS.filter((_, index) => index % STEP === 0)) {
          const { isEffective, isRefused, allowed } = await judgeAttempt(attempt)
          if (isEffective) tried++
          for (const operation of allowed)
            evaded.push(`${attempt.command}: ${operation.name} ${operation.on}`)
          if (isEffective && !isRefused) evaded.push(`${attempt.effect} ${attempt.command}`)
        }
        expect(evaded).toEqual([])
        expect(tried).toBeGreaterThan(ATTEMPTS.length / STEP / 3)
      },
      PATIENCE_MS,
    )
  },
)

/** Runs an attempt without a sandbox, and asks both strengths for what it did. */
async function judgeAttempt({ command, effect }: PathAttempt) {
  const scene = createEffectScene()
  const state = toState(scene, effect)
  try {
    const profiles = [await toRules({}, state), await toRules({ enabled: true }, state)]
    const text = scene.fill(command)
    const env = { PATH: process.env.PATH, HOME: scene.home, LANG: 'C.UTF-8' }
    const { operations, output } = traceOperations(text, { cwd: scene.cwd, env })
    const touching = operations.filter(operation => touches(operation, scene, effect))
    const isDenied = (operation: Operation) =>
      profiles.every(rules => judgeOperation(rules, operation) === 'deny')
    return {
      isEffective: scene.findEffects(output).includes(effect),
      // What git has stored of a file is for the judge of commands.
      isRefused: touching.some(isDenied) || !isAllowed(text, state),
      allowed: touching.filter(operation => !isDenied(operation)),
    }
  } finally {
    scene.remove()
  }
}

/** Whether an operation needs what a rule protects, where it was at the beginning, or takes away what is around it. */
function touches(
  { name, on }: Operation,
  { cwd, home }: EffectScene,
  effect: PathAttempt['effect'],
): boolean {
  const kept = [
    ...['.env', 'secrets', 'hard.txt', 'hard-key.txt'].map(path => join(cwd, path)),
    join(home, '.ssh'),
  ]
  if (kept.some(path => isInside(on, path)))
    return effect === 'writes' ? name !== 'file-read-data' && name !== 'process-exec' : true
  return name === 'file-write-unlink' && kept.some(path => isInside(path, on))
}

async function toRules(
  settings: { readonly enabled?: true },
  state: PermissionState,
): Promise<readonly ProfileRule[]> {
  const sandbox = createSandbox({
    settings: toSandboxSettings(settings),
    ...{ env: process.env, personFolder: '/nowhere', findTool: async () => tool },
  })
  const chosen = await sandbox.choose({ command: ':', wantsOut: false }, state)
  if (chosen === null || 'problem' in chosen) throw new Error('It would not be kept in.')
  const program = chosen.confine({ file: '/bin/bash', args: ['-c', ':'], cwd: state.cwd, env: {} })
  await sandbox.close()
  if ('problem' in program) throw new Error(program.problem)
  return readProfile(readArguments(program.args))
}

function toState({ cwd, home }: EffectScene, effect: PathAttempt['effect']): PermissionState {
  const rules = { allow: ['Bash', 'Read', 'Edit'], deny: PATH_RULES[effect], ask: [] }
  return { mode: 'bypassPermissions', rules, cwd, home, additionalDirectories: [] }
}

function isAllowed(command: string, state: PermissionState): boolean {
  const access = { kind: 'command', command, cwd: state.cwd, keptBy: 'rules' } as const
  return (
    decidePermission({ toolName: 'Bash', access, isReadOnly: false, input: {} }, state).behavior === 'allow'
  )
}
