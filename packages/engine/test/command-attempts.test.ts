import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EffectAttempt, toEffectAttempts } from '../src/permissions/testing/effect-attempt.ts'
import { EVALUATED_REMOVALS } from '../src/permissions/testing/evaluated-removals.ts'
import { GUARDED_ATTEMPTS, HIDDEN_PUSHES } from '../src/permissions/testing/guarded-attempts.ts'
import { HIDDEN_REMOVALS } from '../src/permissions/testing/hidden-removals.ts'
import {
  type AttemptJudge,
  CAN_BE_NOBODY,
  createAttemptJudge,
} from '../src/permissions/testing/judge-attempt.ts'
import { LANGUAGE_REMOVALS } from '../src/permissions/testing/language-removals.ts'
import { MORE_THAN_GIT_LOG } from '../src/permissions/testing/more-than-git-log.ts'
import { OUTWARD_ATTEMPTS } from '../src/permissions/testing/outward-attempts.ts'
import type { Settings } from '../src/permissions/testing/permission-scene.ts'
import { PROGRAM_REMOVALS } from '../src/permissions/testing/program-removals.ts'
import { UNASKED_EFFECTS } from '../src/permissions/testing/unasked-effects.ts'
import { varyAttempts } from '../src/permissions/testing/vary-attempts.ts'

const hasBash = existsSync('/bin/bash')
if (!hasBash) console.log('no bash here: what is allowed cannot be run for its effect')
if (!CAN_BE_NOBODY) console.log('not root: attempts run once, as the user who runs the tests')

const REMOVALS = toEffectAttempts(
  [...HIDDEN_REMOVALS, ...EVALUATED_REMOVALS, ...LANGUAGE_REMOVALS, ...PROGRAM_REMOVALS],
  'removes',
)
const ALL = varyAttempts(REMOVALS)
/** Every way of writing of every attempt in the long run, every third otherwise. */
const VARIED = process.env.SOAK ? ALL : ALL.filter((_, index) => index % 3 === 0)

let judge: AttemptJudge
beforeAll(() => {
  judge = createAttemptJudge()
})
afterAll(() => judge.remove())

describe.runIf(hasBash)('of what is allowed nothing has the effect that a rule is against', () => {
  const findEvaded = (attempts: readonly EffectAttempt[], settings: Settings) =>
    attempts.filter(attempt => judge.judge(attempt, settings) === 'evaded').map(({ command }) => command)

  it('where a rule forbids rm and everything else is allowed', () => {
    expect(findEvaded(VARIED, { allow: ['Bash'], deny: ['Bash(rm:*)'] })).toEqual([])
  })

  it('where a rule forbids rm and permissions are bypassed', () => {
    expect(findEvaded(REMOVALS, { mode: 'bypassPermissions', deny: ['Bash(rm *)'] })).toEqual([])
  })

  it('where a rule asks about rm', () => {
    expect(findEvaded(REMOVALS, { allow: ['Bash'], ask: ['Bash(rm:*)'] })).toEqual([])
  })

  it('where a rule allows one program, by its options', () => {
    const evaded = OUTWARD_ATTEMPTS.filter(
      attempt => judge.judge(attempt, { allow: [attempt.rule] }) === 'evaded',
    )
    expect(evaded.map(({ command }) => command)).toEqual([])
  })

  it('where a rule allows git log', () => {
    const attempts = varyAttempts(toEffectAttempts(MORE_THAN_GIT_LOG, 'writes'))
    expect(findEvaded(attempts, { allow: ['Bash(git log:*)'] })).toEqual([])
  })

  it('where no rule says anything', () => {
    const attempts = toEffectAttempts(UNASKED_EFFECTS, 'writes')
    const reads = toEffectAttempts(UNASKED_EFFECTS, 'reads')
    expect(findEvaded([...varyAttempts(attempts), ...varyAttempts(reads)], {})).toEqual([])
  })

  it('where a home, a project or what runs later is at stake', () => {
    const attempts = varyAttempts(toEffectAttempts(GUARDED_ATTEMPTS, 'writes'))
    expect(findEvaded(attempts, { allow: ['Bash'] })).toEqual([])
  })
})

describe('no decision but a question or a refusal is left', () => {
  const findAllowed = (attempts: readonly EffectAttempt[], settings: Settings) =>
    attempts
      .filter(({ command }) => judge.decide(command, settings).behavior === 'allow')
      .map(({ command }) => command)

  it('for a push that a rule forbids', () => {
    const attempts = varyAttempts(toEffectAttempts(HIDDEN_PUSHES, 'runs'))
    expect(findAllowed(attempts, { allow: ['Bash'], deny: ['Bash(git push:*)'] })).toEqual([])
  })

  it('for what a rule for one program does not mean', () => {
    const allowed = OUTWARD_ATTEMPTS.filter(
      ({ command, rule }) => judge.decide(command, { allow: [rule] }).behavior === 'allow',
    )
    expect(allowed.map(({ command }) => command)).toEqual([])
  })

  it('for a home, a project or what runs later', () => {
    const attempts = varyAttempts(toEffectAttempts(GUARDED_ATTEMPTS, 'writes'))
    expect(findAllowed(attempts, { allow: ['Bash'] })).toEqual([])
  })

  it('and there are many attempts', () => {
    const commands = [
      ...REMOVALS,
      ...toEffectAttempts(
        [...MORE_THAN_GIT_LOG, ...UNASKED_EFFECTS, ...GUARDED_ATTEMPTS, ...HIDDEN_PUSHES],
        'writes',
      ),
      ...OUTWARD_ATTEMPTS,
    ]
    expect(new Set(commands.map(({ command }) => command)).size).toBeGreaterThan(1000)
    expect(new Set(ALL.map(({ command }) => command)).size).toBeGreaterThan(10_000)
  })
})
