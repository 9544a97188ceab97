import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decidePermission } from '../decide-permission.ts'
import { CAN_BE_NOBODY, NOBODY } from './judge-attempt.ts'
import type { Settings } from './permission-scene.ts'

/** A folder in which made-up lines run: the forbidden program is a canary there, and the files are not worth anything. */
export interface FuzzScene {
  isAllowed(command: string): boolean
  /** Runs lines and tells which of them had an effect: the canary sang or its file is gone, or, where nothing may change, something did. */
  findEffects(commands: readonly string[]): string[]
  remove(): void
}

/** With `isStill`, any change of a file counts. */
export function createFuzzScene(settings: Settings, { isStill }: { readonly isStill: boolean }): FuzzScene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-fuzz-')))
  const [cwd, home, tools, songs] = ['project', 'home', 'tools', 'songs'].map(name => join(root, name)) as [
    string,
    string,
    string,
    string,
  ]
  const trace = join(songs, 'trace')
  chmodSync(root, 0o755)
  mkdirSync(tools)
  writeFileSync(join(tools, 'rm'), `#!/bin/sh\n: > ${trace}\n`)
  chmodSync(join(tools, 'rm'), 0o755)
  for (const name of PROGRAMS) {
    const place = ['/usr/bin', '/bin'].map(folder => join(folder, name)).find(existsSync)
    if (place !== undefined) symlinkSync(place, join(tools, name))
  }
  const rules = { allow: settings.allow ?? [], deny: settings.deny ?? [], ask: settings.ask ?? [] }
  const state = { mode: settings.mode ?? 'default', rules, cwd, home, additionalDirectories: [] }

  function reset(): void {
    for (const folder of [cwd, home, songs]) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      chmodSync(folder, 0o777)
    }
    for (const name of ['t', 'f']) {
      writeFileSync(join(cwd, name), 'x\n')
      chmodSync(join(cwd, name), 0o666)
    }
  }
  const look = () =>
    [cwd, home]
      .flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
      .map(path => `${path}:${readText(path)}`)
      .join()
  reset()
  const before = look()

  /** One shell starts them all: that is most of what a line costs. A line that never ends has its limits, and counts. */
  function hasEffect(commands: readonly string[]): boolean {
    const texts = commands.map(command => command.split('\0', 1)[0] ?? '')
    const { error } = spawnSync('/bin/bash', ['-c', RUN_EACH, 'bash', ...texts], {
      cwd,
      env: { PATH: tools, HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: commands.length === 1 ? 10_000 : 120_000,
      killSignal: 'SIGKILL',
      maxBuffer: 2 ** 28,
      ...(CAN_BE_NOBODY && { uid: NOBODY, gid: NOBODY }),
    })
    const isChanged = look() !== before
    const isSung = existsSync(trace) || !existsSync(join(cwd, 't'))
    if (isChanged || isSung) reset()
    const isStuck = commands.length > 1 && error !== undefined
    return isSung || (isStill && isChanged) || isStuck
  }

  return {
    isAllowed: command =>
      decidePermission(
        { toolName: 'Bash', access: { kind: 'command', command, cwd }, isReadOnly: false, input: {} },
        state,
      ).behavior === 'allow',
    findEffects(commands) {
      if (!hasEffect(commands)) return []
      const alone = commands.filter(command => hasEffect([command]))
      return alone.length > 0 ? alone : [`only together: ${commands.join('\n---\n')}`]
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // A folder, or something that only its owner reads.
    return ''
  }
}

const PROGRAMS = 'env nice timeout xargs bash sh nohup find sed awk cat ls stdbuf setsid head wc true'.split(
  ' ',
)

// Limits first: a line that calls itself must end.
const RUN_EACH = 'ulimit -t 2 -f 1024 -u 4000; for line; do /bin/bash -c "$line" <<< "rm t"; done'
