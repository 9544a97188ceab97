import type { Platform } from '@antiphon/contract'
import type { PermissionMode } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { mergePermissionRules } from '../permissions/current-permissions.ts'
import { decidePermission } from '../permissions/decide-permission.ts'
import type { PermissionRules } from '../permissions/permission.ts'
import { findAdvisorModel, type ServerToolOptions, selectServerTools } from './select-server-tools.ts'

type Case = {
  readonly rules?: Partial<PermissionRules>
  readonly mode?: PermissionMode
  readonly platform?: Platform
  readonly webSearch?: NonNullable<ServerToolOptions['webSearch']>
}

function definitions({ rules = { allow: ['WebSearch'] }, mode = 'default', platform, webSearch }: Case) {
  return selectServerTools({
    platform: platform ?? 'anthropic',
    ...(webSearch !== undefined && { webSearch }),
    permissions: {
      mode,
      rules: mergePermissionRules(rules),
      cwd: '/project',
      home: '/home/nobody',
      additionalDirectories: [],
      decide: decidePermission,
    },
  }).map(({ definition }) => definition)
}

const SEARCH = { type: 'web_search_20250305', name: 'web_search', max_uses: 8 }

describe('the search of the API', () => {
  it.each<readonly [string, Case]>([
    ['a rule allows it', {}],
    ['permissions are bypassed', { rules: {}, mode: 'bypassPermissions' }],
    ['the platform has it', { platform: 'vertex' }],
    ['only something else is denied', { rules: { allow: ['WebSearch'], deny: ['WebFetch'] } }],
  ])('is offered where %s', (_, given) => {
    expect(definitions(given)).toEqual([SEARCH])
  })

  it.each<readonly [string, Case]>([
    ['no rule speaks of it, because nobody can be asked later', { rules: {} }],
    ['a rule denies it', { rules: { allow: ['WebSearch'], deny: ['WebSearch'] } }],
    ['a rule denies it in every mode', { rules: { deny: ['WebSearch'] }, mode: 'bypassPermissions' }],
    ['every tool is denied', { rules: { allow: ['WebSearch'], deny: ['*'] } }],
    ['a rule asks', { rules: { allow: ['WebSearch'], ask: ['WebSearch'] } }],
    ['a rule that forbids cannot be read', { rules: { allow: ['WebSearch'], deny: ['WebSearch('] } }],
    ['the platform runs no tools', { platform: 'bedrock' }],
    ['it is switched off', { webSearch: false }],
  ])('is not offered where %s', (_, given) => {
    expect(definitions(given)).toEqual([])
  })

  it('keeps to sites, of one list only', () => {
    const both = { maxUses: 2, allowedDomains: ['a.org'], blockedDomains: ['b.org'] }
    expect(definitions({ webSearch: both })).toEqual([{ ...SEARCH, max_uses: 2, allowed_domains: ['a.org'] }])
    expect(definitions({ webSearch: { blockedDomains: ['b.org'] } })).toEqual([
      { ...SEARCH, blocked_domains: ['b.org'] },
    ])
  })
})

describe('an advisor', () => {
  const select = (deny: readonly string[], platform: Platform = 'anthropic') =>
    selectServerTools({
      platform,
      advisor: 'claude-opus-4-6',
      permissions: {
        mode: 'default',
        rules: mergePermissionRules({ deny }),
        ...{ cwd: '/project', home: '/home/nobody', additionalDirectories: [], decide: decidePermission },
      },
    })

  it('is there where somebody names it, unless a rule or the platform speaks against it', () => {
    const [advisor] = select([])
    expect(advisor).toMatchObject({
      definition: { type: 'advisor_20260301', name: 'advisor', model: 'claude-opus-4-6' },
      betas: ['advisor-tool-2026-03-01'],
    })
    expect(findAdvisorModel(select([]))).toBe('claude-opus-4-6')
    expect(findAdvisorModel([])).toBeUndefined()
    expect(select(['Advisor'])).toEqual([])
    expect(select([], 'bedrock')).toEqual([])
  })
})
