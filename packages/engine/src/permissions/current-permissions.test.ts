import type { PermissionUpdate } from '@antiphon/core/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyPermissionUpdate,
  type CurrentPermissions,
  formatRule,
  toRulesUpdate,
} from './current-permissions.ts'

const SETTINGS: CurrentPermissions = {
  mode: 'default',
  rules: { allow: ['Edit'], deny: ['Bash(rm:*)'], ask: [] },
  additionalDirectories: ['/a'],
}

function rules(
  type: 'addRules' | 'replaceRules' | 'removeRules',
  behavior: 'allow' | 'deny',
  ...names: readonly string[]
): PermissionUpdate {
  return { type, behavior, rules: names.map(toolName => ({ toolName })), destination: 'session' }
}

describe('applyPermissionUpdate', () => {
  it('adds, replaces and removes rules of one kind and leaves the others', () => {
    expect(applyPermissionUpdate(SETTINGS, rules('addRules', 'allow', 'Edit', 'Read')).rules).toEqual({
      allow: ['Edit', 'Read'],
      deny: ['Bash(rm:*)'],
      ask: [],
    })
    expect(applyPermissionUpdate(SETTINGS, rules('replaceRules', 'deny', 'Read')).rules.deny).toEqual([
      'Read',
    ])
    expect(applyPermissionUpdate(SETTINGS, rules('removeRules', 'allow', 'Edit')).rules.allow).toEqual([])
  })

  it('sets the mode, and adds and removes folders', () => {
    const mode = applyPermissionUpdate(SETTINGS, { type: 'setMode', mode: 'plan', destination: 'session' })
    expect(mode.mode).toBe('plan')
    const folders = { directories: ['/a', '/b'], destination: 'session' } as const
    const added = applyPermissionUpdate(SETTINGS, { type: 'addDirectories', ...folders })
    expect(added.additionalDirectories).toEqual(['/a', '/b'])
    const removed = applyPermissionUpdate(added, { type: 'removeDirectories', ...folders })
    expect(removed.additionalDirectories).toEqual([])
  })

  it('takes a change of a later version for none', () => {
    const later = { type: 'fly', destination: 'session' } as unknown as PermissionUpdate
    expect(applyPermissionUpdate(SETTINGS, later)).toBe(SETTINGS)
  })
})

describe('toRulesUpdate', () => {
  it('takes a rule apart so that it can be put together again', () => {
    const name = fc.stringMatching(/^[A-Za-z_]{1,8}$/)
    const rule = fc.oneof(
      name,
      fc.tuple(name, fc.string({ minLength: 1 })).map(([tool, content]) => `${tool}(${content})`),
    )
    fc.assert(
      fc.property(rule, source => {
        const update = toRulesUpdate(source)
        expect(update.type === 'addRules' && update.rules.map(formatRule)).toEqual([source])
      }),
    )
  })
})
