// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of shell
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPermissionScene, type PermissionScene, type Settings } from './testing/permission-scene.ts'

const bash = '/bin/bash'
const isThere = existsSync(bash)
if (!isThere) console.log('no bash here: nobody can judge the decisions')

let scene: PermissionScene
let tools: string
let trace: string
beforeAll(() => {
  scene = createPermissionScene()
  tools = join(scene.outside, 'bin')
  trace = join(scene.outside, 'trace')
  mkdirSync(tools)
  for (const [name, script] of [
    ['forbidden', `: > ${trace}`],
    ['allowed', ':'],
    ['cat', ':'],
  ] as const) {
    writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(tools, name), 0o755)
  }
  for (const name of ['env', 'nice', 'timeout', 'xargs', 'bash', 'sh', 'nohup', 'find']) {
    const place = ['/usr/bin', '/bin'].map(folder => join(folder, name)).find(existsSync)
    if (place !== undefined) symlinkSync(place, join(tools, name))
  }
})
afterAll(() => scene.remove())

/** Runs a line where only harmless programs and the forbidden one can be found; says whether the forbidden one ran. */
function runsForbidden(command: string): boolean {
  rmSync(trace, { force: true })
  const env = { PATH: tools, HOME: scene.home }
  spawnSync(bash, ['-c', command], {
    cwd: scene.cwd,
    env,
    input: 'forbidden\n',
    timeout: 5000,
    killSignal: 'SIGKILL',
  })
  return existsSync(trace)
}

const piece = fc.constantFrom(
  ...[
    'forbidden',
    'forbidden ',
    'for',
    'bidden',
    'allowed ',
    'allowed',
    'echo ',
    'cat ',
    'true',
    'f',
    'x',
    'a',
  ],
  ...[
    ' ',
    ' ',
    ' ',
    ';',
    '&&',
    '||',
    '|',
    '|&',
    '&',
    '\n',
    '(',
    ')',
    '{ ',
    '; }',
    '! ',
    '\t',
    '\\\n',
    '#',
    '\r',
  ],
  ...[
    '$(',
    '`',
    '"',
    "'",
    '\\',
    '$',
    '${x:-',
    '}',
    "$'",
    '\\x66',
    '$"',
    '$((',
    '))',
    '<(',
    '>(',
    '${',
    '@P}',
  ],
  ...[
    '<<EOF\n',
    'EOF\n',
    '<<E ',
    '\nE\n',
    '<<-E\n\t',
    '<<<',
    '>',
    '<',
    '>&',
    '2>&1',
    '>|',
    '&>',
    '<>',
    'x=1 ',
    'x=forbidden',
    ' $x',
  ],
  ...[
    'if ',
    '; then ',
    '; fi',
    'case a in a) ',
    'esac',
    'for i in a; do ',
    'done',
    'do ',
    'function f ',
    'f() ',
    'coproc ',
    '[[ ',
    ' ]]',
  ],
  ...[
    'env ',
    'eval ',
    'bash -c ',
    'nice ',
    'timeout 5 ',
    'xargs ',
    'command ',
    'builtin ',
    'exec ',
    'time ',
    'nohup ',
    'trap ',
    ' EXIT',
    '-c ',
  ],
  ...[
    '{',
    ',',
    '..',
    '*',
    '?',
    '[',
    ']',
    '~',
    '-',
    '=',
    '/',
    '.',
    'alias ',
    'find . ',
    '-exec ',
    ' {} \\;',
    ';;',
    '--',
  ],
  ...[
    '$!',
    '$?',
    "'a[$(forbidden)]'",
    'x="a[\\$(forbidden)]" ',
    'test -v ',
    '[ -v ',
    ' ]',
    '[[ -v ',
    ' -eq 0 ',
    'unset ',
    'printf -v ',
    'read ',
    'let ',
    'declare ',
    'declare -i y=',
    'export ',
    '((',
    ' x ',
    '${y[x]}',
    '${x:x}',
    '${!x}',
    'y[x]=1 ',
    'BASH_ENV=',
  ],
)
const line = fc.array(piece, { minLength: 2, maxLength: 13 }).map(pieces => pieces.join(''))

describe.runIf(isThere)('bash itself agrees:', () => {
  const check = (settings: Settings, fails: (command: string) => boolean) =>
    fc.assert(
      fc.property(line, command => {
        if (scene.bash(command, settings).behavior === 'allow') expect(fails(command)).toBe(false)
      }),
      { numRuns: 2500 },
    )

  it('what is allowed beside a forbidding rule never runs the forbidden program', () => {
    const mayHold = (command: string) =>
      /forbidden/.test(command.replaceAll(/[^a-z]/g, '')) || command.includes('\\x66')
    check(
      { allow: ['Bash'], deny: ['Bash(forbidden:*)'] },
      command => mayHold(command) && runsForbidden(command),
    )
  })

  it('what is allowed by a rule for one program runs no other and writes nothing', () => {
    const list = () => readdirSync(scene.cwd, { recursive: true }).sort()
    const before = list()
    check({ allow: ['Bash(allowed:*)'] }, command => {
      const ran = runsForbidden(command)
      expect(list()).toEqual(before)
      return ran
    })
  })
})
