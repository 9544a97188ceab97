import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { decidePermission } from '../src/permissions/decide-permission.ts'
import { PATH_ATTEMPTS, PATH_RULES } from '../src/permissions/testing/path-attempts.ts'
import {
  createEffectScene,
  type Runner,
  removeEffectTemplate,
  runForEffects,
} from '../src/permissions/testing/run-for-effect.ts'

const isSoak = process.env.SOAK === '1'
const isThere = existsSync('/bin/bash') && process.platform === 'linux'
if (!isThere) console.log('no bash on Linux here: nobody can run the attempts for their effect')

afterAll(removeEffectTemplate)

/** As root, a plain user shows what rights would hide. */
const RUNNERS: readonly Runner[] = process.getuid?.() === 0 ? ['self', 'nobody'] : ['self']

const piece = fc.constantFrom(
  ...[
    'cat ',
    'head ',
    'cp ',
    'mv ',
    'ln -s ',
    'touch ',
    'mkdir ',
    'tee ',
    'sed -n p ',
    'sed -i 1d ',
    'grep -r "" ',
    'ls ',
  ],
  ...[
    'sort -o ',
    'find ',
    'tar cf ',
    'tar xf ',
    'git diff ',
    'git add ',
    'git mv ',
    'rm -f ',
    'echo ',
    'xxd ',
    'cut -c1- ',
  ],
  ...[
    '.env ',
    'secrets ',
    'secrets/key.txt ',
    's*/* ',
    '* ',
    '. ',
    './ ',
    'a ',
    'a/secrets/key.txt ',
    'd1/d2/k ',
    'd1/k ',
    'd1 ',
  ],
  ...[
    'd1/k/key.txt ',
    'src/innocent.txt ',
    'hard.txt ',
    'README.md ',
    'src ',
    '../home/.ssh/id_rsa ',
    '~/.ssh/* ',
    '$x ',
    'packed.tar ',
  ],
  ...[
    '&& ',
    '; ',
    '| ',
    '> ',
    '< ',
    '<> ',
    '>> ',
    'cd ',
    'cd .. && ',
    'x=.env; ',
    '{ ',
    '; } ',
    '( ',
    ') ',
    '$(',
    ') ',
    '"',
    "'",
  ],
  ...[
    '-r ',
    '-a ',
    '-t ',
    '-f ',
    '-o ',
    '-exec ',
    '{} + ',
    '/dev/stdin ',
    '/proc/self/cwd/',
    '.',
    '/',
    '?',
    '[a-z]',
  ],
)
const line = fc.array(piece, { minLength: 2, maxLength: 9 }).map(pieces => pieces.join(''))

describe.runIf(isThere)('by their effect,', () => {
  it('the attempts are what they say they are, when nobody judges them', () => {
    const chosen = PATH_ATTEMPTS.filter((_, index) => isSoak || index % 100 === 0)
    const idle = chosen.filter(({ command, effect }) => !runForEffects(command).includes(effect))
    if (idle.length > 0) console.log(`without effect here: ${idle.map(({ command }) => command).join(' ⏎ ')}`)
    // Some need a program that is not installed, or a newer one.
    expect(idle.length).toBeLessThanOrEqual(chosen.length / 10)
  }, 1_200_000)

  it.each(RUNNERS)(
    'what is allowed beside the rules neither reads nor writes a protected file, as %s',
    runner => {
      const scene = createEffectScene()
      const { cwd, home } = scene
      let left = isSoak ? 800 : 8
      const check = (command: string, effect: 'reads' | 'writes'): void => {
        const rules = { allow: ['Bash'], deny: PATH_RULES[effect], ask: [] }
        const state = { mode: 'default', rules, cwd, home, additionalDirectories: [] } as const
        const access = { kind: 'command', command, cwd } as const
        const decision = decidePermission({ toolName: 'Bash', access, isReadOnly: false, input: {} }, state)
        if (decision.behavior !== 'allow' || left-- <= 0) return
        expect(runForEffects(command, runner), command).not.toContain(effect)
      }
      try {
        fc.assert(
          fc.property(line, command => {
            check(command, 'reads')
            check(command, 'writes')
          }),
          { numRuns: isSoak ? 8000 : 150 },
        )
      } finally {
        scene.remove()
      }
    },
    1_200_000,
  )
})
