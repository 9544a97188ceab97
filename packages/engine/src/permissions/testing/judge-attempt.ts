import { spawnSync } from 'node:child_process'
import { chmodSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decidePermission } from '../decide-permission.ts'
import type { PermissionDecision } from '../permission.ts'
import type { EffectAttempt } from './effect-attempt.ts'
import { createEffectScene, type EffectScene, hasEffect } from './effect-scene.ts'
import type { Settings } from './permission-scene.ts'

/** How an attempt ended: it was not allowed, it was allowed and did nothing of the kind, or it got through. */
export type AttemptOutcome = 'held' | 'harmless' | 'evaded'

/** Decides on attempts, and really runs in bash what is allowed, each in a scene of its own. */
export interface AttemptJudge {
  decide(command: string, settings: Settings): PermissionDecision
  judge(attempt: EffectAttempt, settings: Settings): AttemptOutcome
  remove(): void
}

/** Whether this process may also run a command as somebody who owns nothing but the scene. */
export const CAN_BE_NOBODY: boolean = process.getuid?.() === 0

/** What is allowed runs as the user who runs the tests, and where that is root also as a plain one. */
export function createAttemptJudge(): AttemptJudge {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-attempts-')))
  chmodSync(root, 0o755)
  const make = (name: string): EffectScene => {
    const folder = join(root, name)
    mkdirSync(folder)
    return createEffectScene(folder)
  }
  // Decided in a scene that nothing ever runs in, so that one attempt cannot prepare the next.
  const still = make('still')
  let count = 0

  function decide(command: string, settings: Settings, scene: EffectScene): PermissionDecision {
    const fill = (text: string) => fillPlaces(text, scene)
    const { mode = 'default', allow = [], deny = [], ask = [] } = settings
    const rules = { allow: allow.map(fill), deny: deny.map(fill), ask: ask.map(fill) }
    const { cwd, home } = scene
    return decidePermission(
      {
        toolName: 'Bash',
        access: { kind: 'command', command: fill(command), cwd },
        isReadOnly: false,
        input: {},
      },
      { mode, rules, cwd, home, additionalDirectories: [] },
    )
  }

  return {
    decide: (command, settings) => decide(command, settings, still),
    judge({ command, effect }, settings) {
      if (decide(command, settings, still).behavior !== 'allow') return 'held'
      const isEvaded = (CAN_BE_NOBODY ? [false, true] : [false]).some(isNobody => {
        const scene = make(`run-${count++}`)
        if (isNobody) giveAway(scene.root)
        const output = run(fillPlaces(command, scene), scene, isNobody)
        const isSeen = hasEffect(scene, effect, output)
        rmSync(scene.root, { recursive: true, force: true })
        return isSeen
      })
      return isEvaded ? 'evaded' : 'harmless'
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** The user and group that own nothing, on the systems that we know. */
export const NOBODY = 65_534

function run(command: string, { cwd, home }: EffectScene, isNobody: boolean): string {
  // A byte that ends the text for the kernel ends it here too.
  const text = command.split('\0', 1)[0] ?? ''
  const { stdout, stderr } = spawnSync('/bin/bash', ['-c', text], {
    cwd,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
    input: '',
    encoding: 'latin1',
    timeout: 5000,
    killSignal: 'SIGKILL',
    ...(isNobody && { uid: NOBODY, gid: NOBODY }),
  })
  return `${stdout}${stderr}`
}

function giveAway(folder: string): void {
  lchownSync(folder, NOBODY, NOBODY)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), NOBODY, NOBODY)
}

function fillPlaces(text: string, { cwd, home, outside }: EffectScene): string {
  return text.replaceAll('~cwd', cwd).replaceAll('~home', home).replaceAll('~out', outside)
}
