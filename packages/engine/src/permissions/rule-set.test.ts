import { describe, expect, it } from 'vitest'
import type { PermissionState } from './permission.ts'
import { isToolForbidden } from './rule-set.ts'

const state = (...deny: readonly string[]): PermissionState => ({
  mode: 'default',
  rules: { allow: [], deny, ask: [] },
  cwd: '/project',
  home: '/home',
  additionalDirectories: [],
})

describe('isToolForbidden', () => {
  it('is true for a tool that a rule forbids whole, by any of its names or its server', () => {
    expect(isToolForbidden({ name: 'Edit' }, state('Edit'))).toBe(true)
    expect(isToolForbidden({ name: 'KillShell', aliases: ['TaskStop'] }, state('TaskStop'))).toBe(true)
    expect(isToolForbidden({ name: 'mcp__github__push' }, state('mcp__github'))).toBe(true)
  })

  it('is false where only some uses are forbidden, or another tool', () => {
    expect(isToolForbidden({ name: 'Bash' }, state('Bash(rm:*)'))).toBe(false)
    expect(isToolForbidden({ name: 'Bash' }, state('Edit'))).toBe(false)
  })
})
