import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PermissionUpdate } from '@antiphon/core/wire'
import type { PermissionAnswer } from '@antiphon/engine'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rememberAnswer } from './remember-answer.ts'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'antiphon-rules-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const rule = (destination: PermissionUpdate['destination']): PermissionUpdate => ({
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }],
  behavior: 'allow',
  destination,
})

async function answer(given: PermissionAnswer, mayBypass = false): Promise<readonly string[]> {
  const problems: string[] = []
  const held = await rememberAnswer(given, {
    place: { cwd, home: join(cwd, 'home'), env: {} },
    mayBypass,
    onProblem: problem => void problems.push(problem),
  })
  expect(held).toMatchObject({ behavior: given.behavior })
  return problems
}

const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')

describe('rememberAnswer', () => {
  it('writes a rule into the file that the answer names', async () => {
    await answer({
      behavior: 'allow',
      updates: [rule('localSettings'), rule('projectSettings'), rule('userSettings')],
    })
    for (const file of ['.claude/settings.local.json', '.claude/settings.json', 'home/.claude/settings.json'])
      expect(JSON.parse(read(file))).toEqual({ permissions: { allow: ['Bash(npm test:*)'] } })
  })

  it('writes nothing for the session alone, nor for a refusal', async () => {
    await answer({ behavior: 'allow', updates: [rule('session'), rule('cliArg')] })
    await answer({ behavior: 'deny' })
    expect(() => read('.claude/settings.local.json')).toThrow()
  })

  it('tells of a file that cannot be changed, and the answer holds all the same', async () => {
    writeFileSync(join(cwd, '.claude'), 'a file where a folder should be')
    expect(await answer({ behavior: 'allow', updates: [rule('localSettings')] })).toHaveLength(1)
  })
})
